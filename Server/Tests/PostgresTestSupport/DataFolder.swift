import Foundation
import Synchronization

/// Where the files of the tests' servers are.
///
/// In memory where the system has a place for that with room: a server's thousand small files are then written and taken
/// away in no time, and its syncs cost nothing. None of these tests ends the system itself.
enum DataFolder {
    private static let memory = "/dev/shm"
    private static let leastRoom: UInt64 = 3 << 30

    /// The name of a new folder; it is not made.
    static func next() -> URL { root.appendingPathComponent("postgres-\(UUID().uuidString)") }

    private static let root: URL = {
        let path = URL(fileURLWithPath: memory, isDirectory: true)
        guard access(memory, W_OK | X_OK) == 0, room(in: memory) >= leastRoom else {
            return FileManager.default.temporaryDirectory
        }
        return path
    }()

    private static func room(in path: String) -> UInt64 {
        let found = try? FileManager.default.attributesOfFileSystem(forPath: path)[.systemFreeSize]
        return (found as? NSNumber)?.uint64Value ?? 0
    }
}

/// The files of a server that was never started, made once for each process and copied for each server.
enum NewServerFiles {
    private struct Original {
        let data: String
        /// Takes the folder away when this process ends.
        let watchman: Watchman
    }

    private static let original = Mutex<Original?>(nil)

    /// Copies them.
    ///
    /// - Parameter data: a folder that is not there, in one that PostgreSQL's user may write to.
    /// - Throws: where PostgreSQL's programs are missing or fail, with what they said.
    static func copy(to data: String) throws {
        let source = try original.withLock { original in
            if let original { return original.data }
            let made = try make()
            original = made
            return made.data
        }
        try PostgresPrograms.run("cp", ["-a", "--", source, data])
    }

    private static func make() throws -> Original {
        let folder = DataFolder.next()
        let watchman = try Watchman(over: folder.path)
        try PostgresPrograms.makeFolder(folder)
        let data = folder.appendingPathComponent("data").path
        let form = [
            "--username", "chave", "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--data-checksums",
            "--wal-segsize", "4", "--no-sync",
        ]
        try PostgresPrograms.run("initdb", ["--pgdata", data] + form)
        return Original(data: data, watchman: watchman)
    }
}
