import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOPosix
import ServiceLifecycle

@testable import HTTPKernel

/// Through a real socket, a connection for each request.
///
/// It waits as long as the machine takes: a test says by its own means what may not take long.
struct SocketDoor: Door {
    let port: Int

    func send(_ request: ServerRequest) async throws -> ServerAnswer {
        guard case .bytes(let body) = request.body, let method = HTTPRequest.Method(request.method) else {
            throw TestProblem("no request for a socket")
        }
        var headers = HTTPFields()
        for (name, value) in request.headers {
            guard let name = HTTPField.Name(name) else { throw TestProblem("no header name") }
            headers.append(HTTPField(name: name, value: value))
        }
        if !body.isEmpty { headers[.contentLength] = "\(body.count)" }
        let path = request.query.isEmpty ? request.path : "\(request.path)?\(request.query)"
        let head = HTTPRequest(
            method: method,
            scheme: "http",
            authority: "localhost",
            path: path,
            headerFields: headers
        )
        let parts: [HTTPRequestPart] =
            body.isEmpty ? [.head(head), .end(nil)] : [.head(head), .body(ByteBuffer(bytes: body)), .end(nil)]
        return try await connection().executeThenClose { inbound, outbound in
            try await outbound.write(contentsOf: parts)
            return try await SocketDoor.answer(inbound)
        }
    }

    private func connection() async throws -> NIOAsyncChannel<HTTPResponsePart, HTTPRequestPart> {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.minutes(10))
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPClientCodec())
                    return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                }
            }
    }

    private static func answer(_ parts: NIOAsyncChannelInboundStream<HTTPResponsePart>) async throws -> ServerAnswer {
        var answer: ServerAnswer?
        for try await part in parts {
            switch part {
            case .head(let head):
                let headers = head.headerFields.map { (name: $0.name.rawName, value: $0.value) }
                answer = ServerAnswer(status: head.status.code, headers: headers)
            case .body(let bytes): answer?.body += Array(bytes.readableBytesView)
            case .end: return try answer ?? { throw TestProblem("an end without a head") }()
            }
        }
        throw TestProblem("the server closed the connection before its answer was whole")
    }
}

extension TestServer {
    /// Listens on a free port of this machine while `body` runs.
    func withSocket(
        api: APIServer? = nil,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        limits: RequestLimits = RequestLimits(),
        watchesForProxies: Bool = false,
        _ body: @Sendable (SocketDoor, _ port: Int) async throws -> Void
    ) async throws {
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            responder: HummingbirdEdge(
                server: api ?? self.api,
                logger: logger,
                watchesForProxies: watchesForProxies
            ),
            server: .http1(limits),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in port.yield(channel.localAddress?.port ?? 0) },
            logger: logger
        )
        let group = ServiceGroup(configuration: .init(services: [.init(service: application)], logger: logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { port.finish() }
                try await group.run()
            }
            let outcome: Result<Void, any Error>
            do {
                if let port = await ports.first(where: { _ in true }) { try await body(SocketDoor(port: port), port) }
                outcome = .success(())
            } catch {
                outcome = .failure(error)
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            try outcome.get()
        }
    }
}
