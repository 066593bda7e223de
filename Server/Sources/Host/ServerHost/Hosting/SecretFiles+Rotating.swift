import Foundation

extension SecretFiles {
    /// Runs `body` while no other rotation runs on these keys, in this process or another.
    ///
    /// The lock is on the folder itself: it leaves no file that another user could not open, and a process that dies
    /// releases it.
    ///
    /// - Throws: ``Problem/rotating(_:)`` at once when another rotation runs.
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

    /// Runs `body` while no rotation changes the keys; several callers may do so at the same time.
    ///
    /// - Throws: ``Problem/rotating(_:)`` at once when a rotation runs.
    func whileNothingRotates<Value>(_ body: () async throws -> Value) async throws -> Value {
        // Without keys there is nothing to rotate.
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
