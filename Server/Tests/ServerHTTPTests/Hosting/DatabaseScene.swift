import ChaveBase
import Foundation
import PaymentsCore
import PostgresClient
import PostgresTestSupport
import SignInCore

@testable import ServerHost

/// An empty PostgreSQL database and two directories, as two nodes of a production service have them.
struct DatabaseScene {
    let settings: PostgresSettings
    let directories: [String]

    /// Runs `body` with one, and leaves nothing behind.
    static func with(_ name: String, _ body: (DatabaseScene) async throws -> Void) async throws {
        try await SharedServer.withDatabase(name) { string async throws in
            var settings = try PostgresSettings(string)
            (settings.deadline, settings.longestWait) = (.seconds(30), .seconds(30))
            settings.connections = 3
            let root = NSTemporaryDirectory() + "chave-database-" + UUID().uuidString
            defer { try? FileManager.default.removeItem(atPath: root) }
            let directories = ["\(root)/one", "\(root)/other"]
            try await body(DatabaseScene(settings: settings, directories: directories))
        }
    }

    func place(_ node: Int) -> DataPlace { DataPlace(directory: directories[node], database: settings) }

    /// A node with everything that needs a key, by itself outside the sandbox.
    func start(_ node: Int, isSandbox: Bool = false) async throws -> ChaveServer {
        try await WholeServer.start(
            in: directories[node],
            isSandbox: isSandbox,
            publicBaseURL: isSandbox ? TestServer.baseURL : TestServer.publicBaseURL
        ) { configuration in
            configuration.database = settings
            (configuration.hasConsole, configuration.hasSignIn) = (true, true)
        }
    }

    /// Brings the keys of the first node to the second, or one file of them.
    func copyKeys(_ file: SharedKeys.File? = nil) throws {
        let manager = FileManager.default
        let name = file?.rawValue ?? "keys"
        try manager.createDirectory(atPath: directories[1], withIntermediateDirectories: true)
        try? manager.removeItem(atPath: "\(directories[1])/\(name)")
        try manager.copyItem(atPath: "\(directories[0])/\(name)", toPath: "\(directories[1])/\(name)")
    }

    func path(_ file: SharedKeys.File, of node: Int) -> String { "\(directories[node])/\(file.rawValue)" }

    /// Does `body` with keys of the first node whose next write breaks off, before the file is there or just after it.
    func withBreakingKeys(isWritten: Bool, _ body: (SharedKeys) async throws -> Void) async throws {
        try await withKeys(0) { keys in
            var secrets = keys.secrets
            secrets.write = { bytes, path in
                if isWritten { try PrivateFile.write(bytes, to: path) }
                throw BrokenOff()
            }
            try await body(SharedKeys(secrets: secrets, directory: keys.directory, register: keys.register))
        }
    }

    /// Whoever wrote a file was killed.
    struct BrokenOff: Error {}

    /// What the nodes know of each other, and of their files.
    func withKeys(_ node: Int, _ body: (SharedKeys) async throws -> Void) async throws {
        try await ServerStorage.with(place(node)) { try await body(try await $0.openKeys(.beside)) }
    }
}
