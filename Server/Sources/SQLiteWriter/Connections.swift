import GRDB

/// Opens the connections and makes sure that they are what the writer's promises rest on.
enum Connections {
    static func openWriter(path: String, options: GroupCommitWriter.Options) throws -> DatabaseQueue {
        var configuration = common(options)
        configuration.journalMode = .wal
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { database in
            // GRDB sets `synchronous` to NORMAL after it has prepared a connection, so ours comes later and is read back.
            try database.execute(sql: "PRAGMA synchronous = \(options.synchronous.rawValue)")
            try Checkpointing.leaveLog(on: database)
            try database.execute(sql: "PRAGMA cache_size = -65536")
            // What is erased (sealed fields at their end, a person's key) is overwritten and not only forgotten.
            try database.execute(sql: "PRAGMA secure_delete = ON")
            try require("secure_delete", "1", of: database)
            try require("journal_mode", "wal", of: database)
            try require("synchronous", String(options.synchronous.rawValue), of: database)
            try require("foreign_keys", "1", of: database)
        }
        return queue
    }

    /// Keeps what a savepoint may have to undo, each page before its change, here and not in a file of the system's folder
    /// for temporary files: it would be most of what is written, and it has what rows had before.
    ///
    /// Not before the migrations: an index of a large table is sorted in a file.
    static func keepUndoInMemory(of database: Database) throws {
        try database.execute(sql: "PRAGMA temp_store = MEMORY")
        try require("temp_store", "2", of: database)
    }

    static func openReader(path: String, options: GroupCommitWriter.Options) throws -> DatabaseQueue {
        var configuration = common(options)
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA cache_size = -32768") }
        return queue
    }

    private static func common(_ options: GroupCommitWriter.Options) -> Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(Double(options.busyTimeoutMilliseconds) / 1_000)
        // A rollback that SQLite refuses is answered with a fault, not with GRDB's trap.
        configuration.allowsUnsafeTransactions = true
        return configuration
    }

    private static func require(_ pragma: String, _ expected: String, of database: Database) throws {
        let found = try String.fetchOne(database, sql: "PRAGMA \(pragma)") ?? "nothing"
        guard found == expected else {
            throw OpeningRefusal.settingNotTaken(pragma: pragma, expected: expected, found: found)
        }
    }
}
