/// Opens the connections and checks the settings that the writer's promises depend on.
enum Connections {
    static func openWriter(path: String, options: GroupCommitWriter.Options) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(
            path: path,
            .readingAndWriting,
            busyTimeoutMilliseconds: options.busyTimeoutMilliseconds
        )
        _ = try connection.text(of: "PRAGMA journal_mode = WAL")
        try connection.execute(sql: "PRAGMA synchronous = \(options.synchronous.rawValue)")
        try Checkpointing.leaveLog(on: connection)
        try connection.execute(sql: "PRAGMA cache_size = -65536")
        // SQLite overwrites erased data (sealed fields at their end, a person's key) instead of only freeing it.
        try connection.execute(sql: "PRAGMA secure_delete = ON")
        try require("secure_delete", "1", of: connection)
        try require("journal_mode", "wal", of: connection)
        try require("synchronous", String(options.synchronous.rawValue), of: connection)
        try require("foreign_keys", "1", of: connection)
        return connection
    }

    /// Keeps a savepoint's undo pages in memory and not in a file of the system's temporary folder.
    ///
    /// These pages would be most of the written bytes, and they hold the rows' old values. Call it after the
    /// migrations: a migration that indexes a large table sorts in a file.
    static func keepUndoInMemory(of connection: SQLiteConnection) throws {
        try connection.execute(sql: "PRAGMA temp_store = MEMORY")
        try require("temp_store", "2", of: connection)
    }

    static func openReader(path: String, options: GroupCommitWriter.Options) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(
            path: path,
            .reading,
            busyTimeoutMilliseconds: options.busyTimeoutMilliseconds
        )
        try connection.execute(sql: "PRAGMA cache_size = -32768")
        return connection
    }

    private static func require(_ pragma: String, _ expected: String, of connection: SQLiteConnection) throws {
        let found = try connection.text(of: "PRAGMA \(pragma)") ?? "nothing"
        guard found == expected else {
            throw OpeningRefusal.settingNotTaken(pragma: pragma, expected: expected, found: found)
        }
    }
}
