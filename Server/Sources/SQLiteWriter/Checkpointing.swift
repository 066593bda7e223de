import GRDB
import GRDBSQLite
import SQLiteConnectionSettings

/// Moves the write-ahead log into the database file, and says when that fails.
///
/// SQLite's own automatic checkpoint keeps its failures to itself: it would try again after a sync that failed, and by
/// then the kernel may have dropped the very pages that the second sync reports as written. The log would be reset, and
/// what was acknowledged would be nowhere. So a failed checkpoint is the failure of the commit that started it.
enum Checkpointing {
    /// As SQLite does it by itself: 1,000 pages of 4 KiB.
    static let afterPages: Int32 = 1_000

    /// From now on commits of this connection checkpoint; the connection has no other hook for its log.
    ///
    /// Its end does not: SQLite would keep that failure to itself too. The log stays, and the next one to open it goes on
    /// with it, as after a crash.
    static func start(on database: Database) throws {
        let code = chave_keep_log_on_close(database.sqliteConnection)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        // It replaces the automatic checkpoint, which is a hook of the same kind.
        _ = sqlite3_wal_hook(
            database.sqliteConnection,
            { _, connection, name, pages in
                guard pages >= Checkpointing.afterPages else { return SQLITE_OK }
                let mode = SQLITE_CHECKPOINT_PASSIVE
                let code = sqlite3_wal_checkpoint_v2(connection, name, mode, nil, nil)
                return Checkpointing.endsCommit(code) ? code : SQLITE_OK
            },
            nil
        )
    }

    /// Whether the disk can no longer be trusted; where only room or a lock is missing, all is in the log still.
    static func endsCommit(_ code: Int32) -> Bool {
        FailureSeverity(of: DatabaseError(resultCode: ResultCode(rawValue: code))) == .fatal
    }
}
