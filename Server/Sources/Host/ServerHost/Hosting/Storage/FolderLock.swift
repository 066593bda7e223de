import Foundation

/// Lets one writer at a time replace what several processes keep in a file of a folder.
///
/// The lock is on the folder itself: nothing is left behind, and a process that dies lets go of it.
enum FolderLock {
    static let tries = 500
    static let pauseMilliseconds = 10

    /// For work of some milliseconds: it waits five seconds at most, by `sleep`, which keeps no thread.
    ///
    /// - Throws: ``SecretFiles/Problem/unreadable(_:)`` when the folder is not there or somebody holds it for longer,
    ///   `CancellationError` where the task is cancelled while it waits, or what `body` throws.
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
            // A sleep that is cancelled takes no time.
            try Task.checkCancellation()
            await sleep(pauseMilliseconds)
        }
        try body()
    }
}
