import NIOCore
import NIOPosix
import Synchronization

/// A server of a test: counts connections, reads requests by their empty line, and answers what it is told to.
final class AnsweringServer: Sendable {
    /// What becomes of a request.
    enum Behaviour: Sendable {
        case answer(String)
        /// Half of it, and then the connection ends.
        case breakOff(String)
        case silence
    }

    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let connections = Mutex(0)
    private let requests = Mutex<[String]>([])
    private let behaviour: @Sendable (_ request: String) -> Behaviour
    private let channel = Mutex<(any Channel)?>(nil)

    init(_ behaviour: @escaping @Sendable (_ request: String) -> Behaviour) { self.behaviour = behaviour }

    var connectionCount: Int { connections.withLock { $0 } }
    var received: [String] { requests.withLock { $0 } }

    /// Listens on a free port of this machine; its address.
    func start() async throws -> String {
        let listening = try await ServerBootstrap(group: group)
            .childChannelInitializer { [self] child in
                connections.withLock { $0 += 1 }
                return child.eventLoop.makeCompletedFuture {
                    try child.pipeline.syncOperations.addHandler(Responder(server: self))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        channel.withLock { $0 = listening }
        return "http://127.0.0.1:\(listening.localAddress?.port ?? 0)"
    }

    /// Stopping twice is stopping once.
    func stop() async throws {
        let listening = channel.withLock { channel in
            defer { channel = nil }
            return channel
        }
        guard let listening else { return }
        try await listening.close().get()
        try await group.shutdownGracefully()
    }

    fileprivate func behaviour(for request: String) -> Behaviour {
        requests.withLock { $0.append(request) }
        return behaviour(request)
    }
}

private final class Responder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let server: AnsweringServer
    private var text = ""

    init(server: AnsweringServer) { self.server = server }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        text += String(buffer: unwrapInboundIn(data))
        while let end = text.range(ofEmptyLine: ()) {
            let request = String(text[..<end])
            text = String(text[text.index(end, offsetBy: 2)...])
            switch server.behaviour(for: request) {
            case .answer(let answer): context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
            case .breakOff(let half):
                context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: half)), promise: nil)
                context.close(promise: nil)
            case .silence: break
            }
        }
    }
}

extension String {
    /// Where the first empty line begins; a carriage return and a line feed are one character in Swift.
    fileprivate func range(ofEmptyLine: Void) -> String.Index? {
        var last: Character?
        for index in indices {
            if self[index] == "\r\n", last == "\r\n" { return self.index(before: index) }
            last = self[index]
        }
        return nil
    }
}
