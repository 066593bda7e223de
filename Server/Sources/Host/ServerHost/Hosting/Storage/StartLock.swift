import Foundation

/// Lets one process at a time start over a data directory.
///
/// A first start makes keys and the sandbox's merchant, which the next process then finds. When the stores are files,
/// their own lock allows one server; over PostgreSQL several servers of one machine may share a directory.
final class StartLock: Sendable {
    private let file: Int32

    private static let triesEveryMilliseconds = 50

    /// Waits until no other process has the lock; a process that dies releases it.
    ///
    /// - Throws: ``SecretFiles/Problem`` when the directory cannot be made or written.
    init(_ directory: String, sleep: (_ milliseconds: Int) async -> Void) async throws {
        try? FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let path = "\(directory)/start.lock"
        file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SecretFiles.Problem.unreadable(path) }
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw SecretFiles.Problem.unreadable(path) }
            await sleep(Self.triesEveryMilliseconds)
        }
    }

    deinit { if file >= 0 { close(file) } }
}
