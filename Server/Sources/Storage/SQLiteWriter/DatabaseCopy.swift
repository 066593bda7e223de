import CSQLite
import Dispatch
import Foundation
import Synchronization

/// Makes a complete copy of a database, as of one moment.
public enum DatabaseCopy {
    /// Writes a copy to a file that does not exist yet; returns when it is synced.
    ///
    /// It has its own connection: other users of the database go on reading and writing. Cancelling the task ends the
    /// copying within moments, with `CancellationError`; the file written by then is not a copy.
    public static func write(of path: String, to target: String) async throws {
        let stop = Stop()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                DispatchQueue.global().async {
                    continuation.resume(with: Result { try copy(path, to: target, until: stop) })
                }
            }
        } onCancel: {
            stop.isWanted.store(true, ordering: .releasing)
        }
    }

    /// Whether the copying must end; SQLite asks while it works.
    private final class Stop: Sendable {
        let isWanted = Atomic<Bool>(false)
    }

    /// The number of SQLite's steps between two checks, far less than one millisecond.
    private static let stepsPerLook: Int32 = 1_000

    private static func copy(_ path: String, to target: String, until stop: Stop) throws {
        let source = try Connections.openReader(path: path, options: GroupCommitWriter.Options())
        defer { source.close() }
        do {
            // VACUUM is not allowed in a transaction; it uses its own snapshot.
            look(for: stop, on: source)
            let vacuum = try source.prepare("VACUUM INTO ?1")
            try vacuum.bind(target, at: 1)
            try vacuum.execute()
        } catch {
            if stop.isWanted.load(ordering: .acquiring) { throw CancellationError() }
            throw error
        }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: target))
        try file.synchronize()
        try file.close()
    }

    /// Makes SQLite check `stop`.
    ///
    /// The pointer stays valid while the connection works: `copy` holds `stop` until the connection is closed.
    private static func look(for stop: Stop, on connection: SQLiteConnection) {
        sqlite3_progress_handler(
            connection.handle,
            stepsPerLook,
            { pointer in
                guard let pointer else { return 0 }
                let stop = Unmanaged<Stop>.fromOpaque(pointer).takeUnretainedValue()
                return stop.isWanted.load(ordering: .acquiring) ? 1 : 0
            },
            Unmanaged.passUnretained(stop).toOpaque()
        )
    }
}
