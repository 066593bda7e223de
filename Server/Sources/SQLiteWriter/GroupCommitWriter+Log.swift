import Dispatch
import GRDB

extension GroupCommitWriter {
    /// Moves everything out of the write-ahead log and cuts it to nothing, so that it keeps no older page.
    ///
    /// It has a connection of its own: writes wait for it shortly. `false` when a reader still needs the log.
    public func emptyLog() async throws -> Bool {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Bool, any Error>) in
            DispatchQueue.global().async { [path] in
                continuation.resume(with: Result { try Self.emptyLog(path) })
            }
        }
    }

    private static func emptyLog(_ path: String) throws -> Bool {
        let queue = try Connections.openWriter(path: path, options: Options())
        defer { try? queue.close() }
        return try queue.writeWithoutTransaction { database in
            let row = try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            return (row?[0] as Int64?) == 0
        }
    }
}
