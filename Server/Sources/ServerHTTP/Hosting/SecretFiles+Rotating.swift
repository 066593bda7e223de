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

    private func lockFolder() throws -> Int32 {
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT {
                throw Problem.missing(folder, wayOut: "A server makes it when it starts.")
            }
            throw Problem.unreadable(folder)
        }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            throw Problem.rotating(folder)
        }
        return file
    }
}
