/// Opens the connections and makes sure that they are what the writer's promises rest on.
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
        // What is erased (sealed fields at their end, a person's key) is overwritten and not only forgotten.
        try connection.execute(sql: "PRAGMA secure_delete = ON")
        try require("secure_delete", "1", of: connection)
        try require("journal_mode", "wal", of: connection)
        try require("synchronous", String(options.synchronous.rawValue), of: connection)
        try require("foreign_keys", "1", of: connection)
        return connection
    }

    /// Keeps what a savepoint may have to undo, each page before its change, here and not in a file of the system's folder
    /// for temporary files: it would be most of what is written, and it has what rows had before.
    ///
    /// Not before the migrations: an index of a large table is sorted in a file.
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
