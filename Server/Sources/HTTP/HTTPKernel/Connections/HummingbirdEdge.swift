import ChaveBase
import HTTPTypes
public import Hummingbird
public import Logging
public import NIOCore

/// Passes Hummingbird's requests to the server, returns the answers, and writes one log line for each.
public struct HummingbirdEdge: HTTPResponder {
    public typealias Context = ConnectionContext

    private let server: APIServer
    private let logger: Logger
    private let onAnswer: @Sendable (APIServer.Record, _ seconds: Double) -> Void
    private let proxies: TrustedProxies
    private let watch: ProxyWatch?
    private let clientCertificate: ClientCertificate?
    private let largestBody: Int

    /// Reads the certificate of a connection's client, in DER, once TLS has checked its chain.
    public typealias ClientCertificate = @Sendable (any Channel) async -> [UInt8]?

    package static let largestBody = 64 * 1024

    /// Creates the edge; `onAnswer` receives the record of each answer and its duration in seconds.
    ///
    /// With `watchesForProxies` the log gets a warning at the first request that came through an unnamed proxy.
    /// `clientCertificate` is for a listener that demands certificates of clients.
    public init(
        server: APIServer,
        logger: Logger,
        onAnswer: @escaping @Sendable (APIServer.Record, _ seconds: Double) -> Void = { _, _ in },
        proxies: TrustedProxies = .none,
        watchesForProxies: Bool = false,
        clientCertificate: ClientCertificate? = nil,
        largestBody: Int = 64 * 1024
    ) {
        self.server = server
        self.logger = logger
        self.onAnswer = onAnswer
        self.proxies = proxies
        watch = watchesForProxies ? ProxyWatch() : nil
        self.clientCertificate = clientCertificate
        self.largestBody = largestBody
    }

    public func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        var read = head(of: request, from: context.peer)
        if let clientCertificate { read.clientCertificate = await clientCertificate(context.channel) }
        var bytes = 0
        defer { server.bodies.giveBack(bytes, from: read.client) }
        read.body = try await body(of: request, from: read.client, taking: &bytes)
        let started = ContinuousClock.now
        var (answer, record) = await server.respond(to: read)
        if read.body.isCutShort { answer.endConnection() }
        let taken = ContinuousClock.now - started
        onAnswer(record, taken / .seconds(1))
        log(record, taken, interaction: answer.header("x-fapi-interaction-id"))
        return Response(answer)
    }

    /// Writes the request's line; `interaction` is the id that both sides of Open Finance Brasil write in their logs.
    private func log(_ record: APIServer.Record, _ taken: Duration, interaction: String?) {
        var metadata: Logger.Metadata = [
            "request_id": .string(record.requestID), "method": .string(record.method),
            "route": .string(record.route), "status": .stringConvertible(record.status),
            "error": .string(record.errorCode ?? ""),
            "dur_ms": .stringConvertible((taken / .microseconds(1)).rounded() / 1_000),
        ]
        if let interaction { metadata["x-fapi-interaction-id"] = .string(interaction) }
        logger.log(level: record.status >= 500 ? .error : .info, "request", metadata: metadata)
    }

    private func head(of request: Request, from peer: String?) -> ServerRequest {
        // NIO stores the first `Host` header separately from the other headers.
        let host = request.head.authority.map { [("host", $0)] } ?? []
        var read = ServerRequest(
            method: request.method.rawValue,
            path: request.uri.path,
            query: request.uri.query ?? "",
            headers: host + request.headers.map { ($0.name.canonicalName, $0.value) }
        )
        read.client = proxies.client(peer: peer, headers: read.headers)
        if let watch, watch.isFirst(peer: peer, headers: read.headers) {
            logger.warning("\(ProxyWatch.warning)")
        }
        return read
    }

    /// Reads the body while there is memory for it.
    ///
    /// `bytes` counts the bytes taken from the server's room for bodies. The caller gives them back.
    ///
    /// - Throws: an error that ends the connection, because the client is gone or sent invalid HTTP.
    private func body(
        of request: Request,
        from client: IPAddress?,
        taking bytes: inout Int
    ) async throws -> ServerRequest.Body {
        // The edge does not read a body whose announced length is too large.
        if let length = request.headers[.contentLength], Int(length).map({ $0 > largestBody }) ?? true {
            return .tooLarge
        }
        var body: [UInt8] = []
        do {
            for try await part in request.body {
                let count = part.readableBytes
                guard body.count + count <= largestBody else { return .tooLarge }
                guard server.bodies.take(count, from: client) else { return .withoutRoom }
                bytes += count
                body.append(contentsOf: part.readableBytesView)
            }
        } catch is OverdueBody {
            return .overdue
        }
        return .bytes(body)
    }
}

/// A request's context, with the peer address of its connection.
public struct ConnectionContext: Hummingbird.RequestContext {
    public var coreContext: CoreRequestContextStorage
    package let peer: String?
    let channel: any Channel

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress?.ipAddress
        channel = source.channel
    }
}

extension Response {
    package init(_ answer: ServerAnswer) {
        var headers = HTTPFields()
        for (name, value) in answer.headers {
            guard let name = HTTPField.Name(name) else { continue }
            headers.append(HTTPField(name: name, value: value))
        }
        self.init(
            status: HTTPResponse.Status(code: answer.status),
            headers: headers,
            body: answer.content
        )
    }
}

extension ServerAnswer {
    /// The response body; a body above 64 KiB goes out in pieces, each after the socket has taken the ones before.
    fileprivate var content: ResponseBody {
        let piece = 64 * 1_024
        guard body.count > piece else {
            return body.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: body))
        }
        return ResponseBody(contentLength: body.count) { [body, lease] writer in
            for start in stride(from: 0, to: body.count, by: piece) {
                try await writer.write(ByteBuffer(bytes: body[start..<min(start + piece, body.count)]))
            }
            try await writer.finish(nil)
            withExtendedLifetime(lease) {}
        }
    }
}
