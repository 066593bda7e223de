import Foundation

extension SecretFiles {
    /// Does `body` while no other rotation runs on these keys, in this process or another.
    ///
    /// The lock is on the folder itself: nothing is left behind that another user could not open, and a process that dies
    /// lets go of it.
    ///
    /// - Throws: ``Problem/rotating(_:)`` at once when another one runs.
    func rotating<Value>(_ body: () async throws -> Value) async throws -> Value {
        let lock = try lockFolder()
        defer { close(lock) }
        return try await body()
    }

    func rotating<Value>(_ body: () throws -> Value) throws -> Value {
        let lock = try lockFolder()
        defer { close(lock) }
        return try body()
    }

    /// Does `body` with keys that no rotation exchanges meanwhile; others may do the same at the same time.
    ///
    /// - Throws: ``Problem/rotating(_:)`` at once when a rotation runs.
    func whileNothingRotates<Value>(_ body: () async throws -> Value) async throws -> Value {
        // Where there are no keys yet, there is nothing to rotate.
        guard access(folder, F_OK) == 0 else { return try await body() }
        let lock = try lockFolder(LOCK_SH)
        defer { close(lock) }
        return try await body()
    }

    private func lockFolder(_ kind: Int32 = LOCK_EX) throws -> Int32 {
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT {
                throw Problem.missing(folder, wayOut: "A server makes it when it starts.")
            }
            throw Problem.unreadable(folder)
        }
        guard flock(file, kind | LOCK_NB) == 0 else {
            close(file)
            throw Problem.rotating(folder)
        }
        return file
    }
}
