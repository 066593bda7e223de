public import ChaveBase
public import Directory
import HTTPKernel
public import Logging
import ServerHost
public import ServiceLifecycle

/// A participants' directory as a service: HTTPS for everybody, HTTPS by certificate, and pages.
public struct DirectoryServer: Service, CustomStringConvertible {
    private let listeners: [WireListener]

    public var description: String { "DirectoryServer" }

    /// Reads the folder's files.
    ///
    /// `onRunning` is called once for each of the three sockets.
    /// - Throws: a sentence that names the file and the way out.
    public init(
        _ folder: DirectoryFolder,
        world: World,
        logger: Logger,
        onRunning: @escaping @Sendable () async -> Void = {}
    ) throws {
        let address = try folder.state().address
        let api = DirectoryAPI(folder)
        let operations = Operations {
            let problem = (try? folder.state()) == nil ? "the folder cannot be read" : nil
            return [Operations.Check("folder", problem: problem)]
        }
        let admission = Admission(.sandbox)
        let server = APIServer(
            principal: api,
            operations: { await operations.answer($0) },
            admission: admission,
            headers: AnswerHeaders(),
            names: ServerNames(
                baseURL: "https://\(DirectoryAddress.host)",
                others: [DirectoryAddress.host, DirectoryAddress.mutualHost]
            ),
            world: world
        )
        let files = (certificate: "\(folder.path)/server.pem", key: "\(folder.path)/server.key")
        func listener(_ name: String, _ server: APIServer, port: Int, tls: ListenerTLS?, _ readsCertificates: Bool)
            -> WireListener
        {
            WireListener(
                name: name,
                server: server,
                address: "127.0.0.1",
                port: port,
                tls: tls,
                readsCertificates: readsCertificates,
                logger: logger,
                onAnswer: { _, _ in },
                onRunning: onRunning
            )
        }
        let open = try ListenerTLS(certificate: files.certificate, key: files.key, clientRoots: nil)
        let mutual = try ListenerTLS(
            certificate: files.certificate,
            key: files.key,
            clientRoots: "\(folder.path)/authority.pem"
        )
        listeners = [
            listener("directory", server, port: address.port, tls: open, false),
            listener("directory by certificate", server, port: address.mutualPort, tls: mutual, true),
            listener(
                "pages of the directory",
                server.with(pages: DirectoryPages(folder)),
                port: address.pagesPort,
                tls: nil,
                false
            ),
        ]
    }

    public func run() async throws {
        try await WireListeners.run(listeners)
    }
}

/// Sockets that run and end together.
enum WireListeners {
    static func run(_ services: [any Service]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for service in services { group.addTask { try await service.run() } }
            do {
                for try await _ in group {}
            } catch {
                group.cancelAll()
                throw error
            }
        }
    }
}
