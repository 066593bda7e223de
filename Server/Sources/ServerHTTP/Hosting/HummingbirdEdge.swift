public import Hummingbird
public import Logging
import NIOCore

/// Hands Hummingbird's requests to the server and its answers back, and writes the one log line of each.
public struct HummingbirdEdge: HTTPResponder {
    public typealias Context = ConnectionContext

    private let server: APIServer
    private let logger: Logger
    private let metrics: ServerMetrics
    private let proxies: TrustedProxies
    private let work: WorkUnderWay
    private static let largestBody = 64 * 1024

    public init(
        server: APIServer,
        logger: Logger,
        metrics: ServerMetrics = ServerMetrics(),
        proxies: TrustedProxies = .none,
        work: WorkUnderWay = WorkUnderWay()
    ) {
        self.server = server
        self.logger = logger
        self.metrics = metrics
        self.proxies = proxies
        self.work = work
    }

    public func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let request = try await read(request, from: context.peer)
        let started = ContinuousClock.now
        work.began()
        metrics.requestBegan()
        let (answer, record) = await server.respond(to: request)
        let taken = ContinuousClock.now - started
        metrics.requestEnded(record, seconds: taken / .seconds(1))
        work.ended()
        logger.log(
            level: record.status >= 500 ? .error : .info,
            "request",
            metadata: [
                "request_id": .string(record.requestID), "method": .string(record.method),
                "route": .string(record.route), "status": .stringConvertible(record.status),
                "error": .string(record.errorCode ?? ""),
                "dur_ms": .stringConvertible((taken / .microseconds(1)).rounded() / 1_000),
            ]
        )
        return Response(answer)
    }

    /// - Throws: what ends the connection: the client is gone, or what it sent is no HTTP.
    private func read(_ request: Request, from peer: String?) async throws -> ServerRequest {
        let body: ServerRequest.Body
        do {
            var request = request
            let buffer = try await request.collectBody(upTo: HummingbirdEdge.largestBody)
            body = .bytes(Array(buffer.readableBytesView))
        } catch is NIOTooManyBytesError {
            body = .tooLarge
        } catch is OverdueBody {
            body = .overdue
        }
        var read = ServerRequest(
            method: request.method.rawValue,
            path: request.uri.path,
            query: request.uri.query ?? "",
            headers: request.headers.map { ($0.name.canonicalName, $0.value) },
            body: body
        )
        read.client = proxies.client(peer: peer, headers: read.headers)
        return read
    }
}

/// A request's context with the address at the other end of its connection.
public struct ConnectionContext: Hummingbird.RequestContext {
    public var coreContext: CoreRequestContextStorage
    let peer: String?

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress?.ipAddress
    }
}
