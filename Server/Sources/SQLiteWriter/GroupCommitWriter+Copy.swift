import Dispatch
import Foundation
import GRDB

extension GroupCommitWriter {
    /// Writes a complete copy, as of one moment, to a file that does not exist yet; returns when it is synced.
    ///
    /// It has a connection of its own: reads and writes go on meanwhile.
    public func copy(to target: String) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            DispatchQueue.global().async { [path] in
                continuation.resume(with: Result { try Self.copy(path, to: target) })
            }
        }
    }

    private static func copy(_ path: String, to target: String) throws {
        let source = try Connections.openReader(path: path, options: Options())
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
