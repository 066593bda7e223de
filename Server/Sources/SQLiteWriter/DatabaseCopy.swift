import Dispatch
import Foundation
import GRDB

/// A complete copy of a database, as of one moment.
public enum DatabaseCopy {
    /// Writes a copy to a file that does not exist yet; returns when it is synced.
    ///
    /// It has a connection of its own: whoever has the database goes on reading and writing meanwhile.
    public static func write(of path: String, to target: String) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try copy(path, to: target) })
            }
        }
    }

    private static func copy(_ path: String, to target: String) throws {
        let source = try Connections.openReader(path: path, options: GroupCommitWriter.Options())
        defer { try? source.close() }
        // A transaction would forbid VACUUM; it takes a snapshot by itself.
        try source.writeWithoutTransaction { database in
            try database.execute(sql: "VACUUM INTO ?1", arguments: [target])
        }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: target))
        try file.synchronize()
        try file.close()
    }
}
