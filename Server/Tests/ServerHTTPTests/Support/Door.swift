import ChaveWire
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import SandboxBank
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
        _ body: @Sendable (SocketDoor, _ port: Int) async throws -> Void
    ) async throws {
        let application = Application(
            responder: HummingbirdEdge(server: api, logger: logger),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            logger: logger
        )
        try await application.test(.live) { client in
            try await body(SocketDoor(client: client), client.port ?? 0)
        }
    }
}

/// The sandbox bank's pages, mounted as `chave serve` mounts them.
struct BankPages: HolderPageHandler {
    let pages: HolderPages

    func answer(_ request: ServerRequest) async -> ServerAnswer? {
        guard request.path.hasPrefix("/bank/"), case .bytes(let body) = request.body else { return nil }
        let cookies = (request.header("cookie") ?? "").split(separator: ";").map {
            $0.split(separator: "=", maxSplits: 1)
        }
        let page = await pages.respond(
            to: HolderPageRequest(
                method: request.method,
                path: String(request.path.dropFirst("/bank".count)),
                query: BankPages.fields(request.query),
                form: BankPages.fields(String(decoding: body, as: UTF8.self)),
                cookies: Dictionary(
                    cookies.filter { $0.count == 2 }.map {
                        ($0[0].trimmingCharacters(in: .whitespaces), String($0[1]))
                    },
                    uniquingKeysWith: { first, _ in first }
                ),
                acceptLanguage: nil
            )
        )
        return ServerAnswer(status: page.status, headers: page.headers.map { ($0.name, $0.value) }, body: page.body)
    }

    static func fields(_ text: String) -> [String: String] {
        var fields: [String: String] = [:]
        for part in text.split(separator: "&") {
            let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            fields[String(pieces[0])] = String(pieces.last ?? "").removingPercentEncoding
        }
        return fields
    }
}
