import ChaveWire
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import Logging
import NIOCore
import ServerHTTP

/// A way into the server.
protocol Door: Sendable {
    func send(_ request: ServerRequest) async throws -> ServerAnswer
}

/// Straight in.
struct MemoryDoor: Door {
    let api: APIServer

    func send(_ request: ServerRequest) async throws -> ServerAnswer { await api.respond(to: request).answer }
}

/// Through a real socket.
struct SocketDoor: Door {
    let client: any TestClientProtocol

    func send(_ request: ServerRequest) async throws -> ServerAnswer {
        var headers = HTTPFields()
        for (name, value) in request.headers {
            guard let name = HTTPField.Name(name) else { throw TestProblem("no header name") }
            headers.append(HTTPField(name: name, value: value))
        }
        guard case .bytes(let bytes) = request.body, let method = HTTPRequest.Method(request.method) else {
            throw TestProblem("no request for a socket")
        }
        return try await client.execute(
            uri: request.query.isEmpty ? request.path : "\(request.path)?\(request.query)",
            method: method,
            headers: headers,
            body: bytes.isEmpty ? nil : ByteBuffer(bytes: bytes)
        ) { response in
            ServerAnswer(
                status: response.status.code,
                headers: response.headers.map { ($0.name.rawName, $0.value) },
                body: Array(response.body.readableBytesView)
            )
        }
    }
}

extension TestServer {
    /// Listens on a free port of this machine while `body` runs.
    func withSocket(
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        limits: RequestLimits = RequestLimits(),
        _ body: @Sendable (SocketDoor, _ port: Int) async throws -> Void
    ) async throws {
        let application = Application(
            responder: HummingbirdEdge(server: api, logger: logger),
            server: .http1(limits),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            logger: logger
        )
        try await application.test(.live) { client in
            try await body(SocketDoor(client: client), client.port ?? 0)
        }
    }
}
