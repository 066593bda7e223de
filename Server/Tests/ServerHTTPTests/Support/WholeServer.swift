import ChaveBase
import Foundation
import Logging
import PaymentsCore

@testable import ServerHost

/// A whole server over a directory, with no socket and no sweeper.
enum WholeServer {
    /// A new directory with the sandbox's banks in it; whoever asked takes it away.
    static func newDirectory() async throws -> String {
        let directory = NSTemporaryDirectory() + "chave-whole-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try await BankTemplate.shared.copy(to: directory)
        return directory
    }

    static func start(
        in directory: String,
        isSandbox: Bool = true,
        publicBaseURL: String = TestServer.baseURL,
        world: World = .live,
        configured: (inout ServerConfiguration) -> Void = { _ in }
    ) async throws -> ChaveServer {
        var configuration = ServerConfiguration(
            dataDirectory: directory,
            publicBaseURL: publicBaseURL,
            isSandbox: isSandbox
        )
        configuration.isSynced = false
        configured(&configuration)
        return try await ChaveServer(
            configuration,
            world: world,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            onFatal: { _ in }
        )
    }
}
