import Foundation

/// An exclusive lock on a file beside the database, which keeps out a second process or a second writer of this
/// process.
///
/// The kernel releases it when the process dies, however it dies. SQLite's own locks do not serve here: they come and
/// go with transactions. They are also lost when any other descriptor of the database file is closed.
final class DatabaseLock: Sendable {
    private let descriptor: Int32

    init(databasePath: String) throws(OpeningRefusal) {
        let path = databasePath + ".lock"
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard opened >= 0 else { throw .cannotLock(lockFile: path, errno: errno) }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(opened)
            throw reason == EWOULDBLOCK
                ? .inUse(lockFile: path) : .cannotLock(lockFile: path, errno: reason)
        }
        descriptor = opened
    }

    deinit { close(descriptor) }
}
