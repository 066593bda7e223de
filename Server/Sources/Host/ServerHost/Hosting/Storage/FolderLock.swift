import Foundation

/// Lets one writer at a time replace a file of a folder that several processes share.
///
/// The lock is on the folder itself: it leaves no file behind, and a process that dies releases it.
enum FolderLock {
    static let tries = 500
    static let pauseMilliseconds = 10

    /// Runs `body` with the lock, for work of some milliseconds; waits at most five seconds, with `sleep`, which blocks
    /// no thread.
    ///
    /// - Throws: ``SecretFiles/Problem/unreadable(_:)`` when the folder is missing or stays locked for too long.
    ///   `CancellationError` when the task is cancelled while it waits. Else the error of `body`.
    static func holding(
        _ folder: String,
        sleep: (_ milliseconds: Int) async -> Void,
        _ body: () throws -> Void
    ) async throws {
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { throw SecretFiles.Problem.unreadable(folder) }
        defer { close(file) }
        var left = tries
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, left > 0 else { throw SecretFiles.Problem.unreadable(folder) }
            left -= 1
            // A cancelled sleep returns at once.
            try Task.checkCancellation()
            await sleep(pauseMilliseconds)
        }
        try body()
    }
}
