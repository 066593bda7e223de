import ChaveTransport
import NIOCore
import NIOSSL

/// One connection, which carries one exchange after the other, and lives on its loop.
final class Connection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    let origin: Origin
    private weak var pool: ConnectionPool?
    private var exchange: Exchange?
    private var context: ChannelHandlerContext?
    private var reader: AnswerReader
    private var unread: ByteBuffer?
    private var failure = TransportError.Kind.notConnected
    /// The time at which it was last free.
    private(set) var freeSince = NIODeadline.now()

    init(origin: Origin, pool: ConnectionPool, longestBody: Int) {
        self.origin = origin
        self.pool = pool
        reader = AnswerReader(longestBody: longestBody)
    }

    var isOpen: Bool { context?.channel.isActive ?? false }
    var remoteAddress: SocketAddress? { context?.channel.remoteAddress }

    /// Sends an exchange's request, and gives the response to the exchange.
    func carry(_ exchange: Exchange) {
        guard let context else {
            pool?.ended(exchange, .failure(TransportError(.notConnected, mayHaveReachedServer: false)))
            return
        }
        self.exchange = exchange
        exchange.connection = self
        exchange.isSent = true
        context.writeAndFlush(wrapOutboundOut(exchange.bytes), promise: nil)
    }

    /// Releases its exchange, which has ended in another way; a late response would be taken for that of another
    /// exchange.
    func abandon() {
        exchange = nil
        close()
    }

    func close() { context?.close(promise: nil) }

    // MARK: What the channel tells

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if var rest = unread {
            rest.writeBuffer(&bytes)
            bytes = rest
            unread = nil
        }
        do throws(AnswerReader.Fault) {
            while let answer = try reader.next(&bytes) {
                guard deliver(answer, isLast: bytes.readableBytes == 0) else { return }
            }
            if bytes.readableBytes > 0 { unread = bytes }
        } catch {
            failure = error == .tooLong ? .responseTooLarge : .other
            close()
        }
    }

    /// Delivers a response, and returns whether the connection goes on.
    private func deliver(_ answer: AnswerReader.Answer, isLast: Bool) -> Bool {
        let exchange = exchange
        self.exchange = nil
        freeSince = .now()
        // Bytes after a response belong to no request of ours.
        let isKept = answer.isKeptAlive && isLast && exchange != nil
        if isKept { pool?.free(self) } else { close() }
        if let exchange { pool?.ended(exchange, .success(answer.response)) }
        return isKept
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let answer = reader.end() { _ = deliver(answer, isLast: true) }
        if let exchange {
            self.exchange = nil
            pool?.ended(exchange, .failure(TransportError(failure, mayHaveReachedServer: true)))
        }
        pool?.closed(self)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is NIOSSLError || error is NIOSSLExtraError || error is BoringSSLError { failure = .tls }
        context.close(promise: nil)
    }
}
