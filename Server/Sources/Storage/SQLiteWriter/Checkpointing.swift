import CSQLite

/// Moves the write-ahead log into the database file, on the writer's own thread, and reports a failure.
///
/// SQLite's automatic checkpoint hides its failures: it would try again after a failed sync. By then the kernel may
/// have dropped the pages that the second sync reports as written. SQLite would reset the log, and acknowledged writes
/// would be lost. Therefore a failed checkpoint ends the process, and the log stays as it is. No other connection
/// checkpoints.
///
/// Unchecked: only the writer's thread has it.
final class Checkpointing: @unchecked Sendable {
    /// SQLite's own default: 1,000 pages of 4 KiB.
    static let afterPages: Int32 = 1_000

    private let connection: SQLiteConnection
    /// The number of pages in the log after the last commit; 0 between a checkpoint and the next commit.
    private var pages: Int32 = 0
    private var threshold = Checkpointing.afterPages

    /// Turns automatic checkpoints off for this connection, after a commit and at its close.
    ///
    /// SQLite would hide a failure at the close too. The next connection that opens the log goes on with it, as after a
    /// crash.
    static func leaveLog(on connection: SQLiteConnection) throws {
        let code = chave_keep_log_on_close(connection.handle)
        guard code == SQLITE_OK else { throw SQLiteError(code: code) }
        sqlite3_wal_autocheckpoint(connection.handle, 0)
    }

    /// Observes the log's length from now on; the connection has no other hook for its log.
    init(of connection: SQLiteConnection) {
        self.connection = connection
        _ = sqlite3_wal_hook(
            connection.handle,
            { context, _, _, pages in
                guard let context else { return SQLITE_OK }
                let log = Unmanaged<Checkpointing>.fromOpaque(context).takeUnretainedValue()
                // The log has begun anew.
                if pages < log.pages { log.threshold = Checkpointing.afterPages }
                log.pages = pages
                return SQLITE_OK
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    /// Removes the hook; call it before the connection is used without this object.
    func end() { _ = sqlite3_wal_hook(connection.handle, nil, nil) }

    /// Moves the pages that no reader needs, when the log is long enough or `isForced` is set.
    ///
    /// - Throws: only an error that puts the disk in doubt; when room or a lock is missing, the log still has
    ///   everything.
    func moveLog(whateverItsLength isForced: Bool = false) throws {
        guard isForced || pages >= threshold else { return }
        var (length, moved): (Int32, Int32) = (0, 0)
        let mode = SQLITE_CHECKPOINT_PASSIVE
        let code = sqlite3_wal_checkpoint_v2(connection.handle, "main", mode, &length, &moved)
        // When a reader keeps the log, the next attempt comes after the same growth, not after each commit.
        threshold = moved < length ? length + Checkpointing.afterPages : Checkpointing.afterPages
        pages = 0
        if let error = Checkpointing.doubt(in: code) { throw error }
    }

    /// Moves everything and truncates the log; `false` when a reader still needs it after `patience`.
    static func emptyLog(of connection: SQLiteConnection, patience milliseconds: Int32, usual: Int32) throws -> Bool {
        sqlite3_busy_timeout(connection.handle, milliseconds)
        defer { sqlite3_busy_timeout(connection.handle, usual) }
        return try connection.text(of: "PRAGMA wal_checkpoint(TRUNCATE)") == "0"
    }

    /// The reason not to trust the disk after a checkpoint; `nil` when there is none.
    static func doubt(in code: Int32) -> (any Error)? {
        let error = SQLiteError(code: code)
        return FailureSeverity(of: error) == .fatal ? error : nil
    }
}
