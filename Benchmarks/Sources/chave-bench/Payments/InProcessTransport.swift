import ChaveTransport
import HTTPKernel
import Synchronization

/// Passes the SDK's requests to a server in this process.
final class InProcessTransport: HTTPTransport {
    private let server: APIServer
    private let device = Mutex<String?>(nil)

    init(server: APIServer) { self.server = server }

    /// The last `Chave-Device` header.
    func lastDevice() -> String? { device.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        if let sent = request.headers["chave-device"] { device.withLock { $0 = sent } }
        let target =
            request.url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).last.map { "/\($0)" }
            ?? "/"
        let parts = target.split(separator: "?", maxSplits: 1)
        let (answer, _) = await server.respond(
            to: ServerRequest(
                method: request.method.rawValue,
                path: String(parts[0]),
                query: parts.count == 2 ? String(parts[1]) : "",
                headers: request.headers.all,
                body: .bytes(request.body ?? [])
            )
        )
        var headers = HTTPHeaders()
        for (name, value) in answer.headers { headers[name] = value }
        return HTTPResponse(status: answer.status, headers: headers, body: answer.body)
    }
}
