import CSQLite

/// Moves the write-ahead log into the database file, on the writer's own thread, and says when that fails.
///
/// SQLite's automatic checkpoint keeps its failures to itself: it would try again after a sync that failed, and by then
/// the kernel may have dropped the very pages that the second sync reports as written. The log would be reset, and what
/// was acknowledged would be nowhere. So a failed checkpoint ends the process, and the log stays as it is. No other
/// connection checkpoints.
///
/// Unchecked: only the writer's thread has it.
final class Checkpointing: @unchecked Sendable {
    /// As SQLite does it by itself: 1,000 pages of 4 KiB.
    static let afterPages: Int32 = 1_000

    private let connection: SQLiteConnection
    /// How many pages the log had after the last commit; 0 until the next one after it was moved.
    private var pages: Int32 = 0
    private var threshold = Checkpointing.afterPages

    /// This connection moves nothing out of the log by itself, neither after a commit nor at its end, where SQLite would keep
    /// a failure to itself too: the next one to open the log goes on with it, as after a crash.
    static func leaveLog(on connection: SQLiteConnection) throws {
        let code = chave_keep_log_on_close(connection.handle)
        guard code == SQLITE_OK else { throw SQLiteError(code: code) }
        sqlite3_wal_autocheckpoint(connection.handle, 0)
    }

    /// Hears from now on how long the log is; the connection has no other hook for its log.
    init(of connection: SQLiteConnection) {
        self.connection = connection
        _ = sqlite3_wal_hook(
            connection.handle,
            { context, _, _, pages in
                guard let context else { return SQLITE_OK }
                let log = Unmanaged<Checkpointing>.fromOpaque(context).takeUnretainedValue()
                // It has begun anew.
                if pages < log.pages { log.threshold = Checkpointing.afterPages }
                log.pages = pages
                return SQLITE_OK
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    /// Before the connection is used without this object.
    func end() { _ = sqlite3_wal_hook(connection.handle, nil, nil) }

    /// Moves as much as no reader needs where the log is long enough, or whatever its length.
    ///
    /// - Throws: only what puts the disk in doubt; where room or a lock is missing, all is in the log still.
    func moveLog(whateverItsLength isForced: Bool = false) throws {
        guard isForced || pages >= threshold else { return }
        var (length, moved): (Int32, Int32) = (0, 0)
        let mode = SQLITE_CHECKPOINT_PASSIVE
        let code = sqlite3_wal_checkpoint_v2(connection.handle, "main", mode, &length, &moved)
        // A log that a reader keeps is looked at again once it has grown by as much, and not after each commit.
        threshold = moved < length ? length + Checkpointing.afterPages : Checkpointing.afterPages
        pages = 0
        if let error = Checkpointing.doubt(in: code) { throw error }
    }

    /// Moves everything and cuts the log to nothing, unless a reader still needs it within `patience`.
    static func emptyLog(of connection: SQLiteConnection, patience milliseconds: Int32, usual: Int32) throws -> Bool {
        sqlite3_busy_timeout(connection.handle, milliseconds)
        defer { sqlite3_busy_timeout(connection.handle, usual) }
        return try connection.text(of: "PRAGMA wal_checkpoint(TRUNCATE)") == "0"
    }

    /// Why the disk can no longer be trusted after a checkpoint; `nil` where it can.
    static func doubt(in code: Int32) -> (any Error)? {
        let error = SQLiteError(code: code)
        return FailureSeverity(of: error) == .fatal ? error : nil
    }
}
