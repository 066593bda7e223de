import ChaveBase
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A request's body did not come in its time.
struct OverdueBody: Error {}

/// Ends a connection whose request does not come in its time, however steadily it drips.
///
/// Headers that are late are answered here, with a bare 408, since nobody else knows of the request yet. A body that is
/// late ends as ``OverdueBody`` where it is read. What waits behind an answer of ours (pipelining) is not late.
final class RequestDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// What the client owes.
    private enum Debt {
        /// A new connection has said nothing.
        case firstByte
        case headers
        case body
        /// The last request is whole and the next has not begun.
        case nothing
    }

    private let limits: RequestLimits
    private var debt = Debt.firstByte
    private let alarm = ConnectionAlarm()
    private var unansweredRequests = 0
    private var context: ChannelHandlerContext?

    init(_ limits: RequestLimits) { self.limits = limits }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        do {
            try context.pipeline.syncOperations.addHandler(FirstBytes(of: self), position: .first)
        } catch {
            // Without it a later request's headers could take for ever.
            context.close(promise: nil)
        }
        if context.channel.isActive { expect(.firstByte, in: limits.headersMilliseconds) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        alarm.cancel()
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        expect(.firstByte, in: limits.headersMilliseconds)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            unansweredRequests += 1
            expect(.body, in: limits.bodyMilliseconds)
        case .body: break
        case .end:
            debt = .nothing
            alarm.clear()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { unansweredRequests -= 1 }
        context.write(data, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent, debt == .body, let deadline = alarm.deadline,
            context.eventLoop.now + .milliseconds(limits.drainMilliseconds) < deadline
        {
            expect(.body, in: limits.drainMilliseconds)
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Called for all that comes, before it is taken apart.
    fileprivate func bytesArrived() {
        switch debt {
        case .firstByte: debt = .headers
        case .nothing: expect(.headers, in: limits.headersMilliseconds)
        case .headers, .body: break
        }
    }

    private func expect(_ debt: Debt, in milliseconds: Int64) {
        guard let context else { return }
        self.debt = debt
        let deadline = context.eventLoop.now + .milliseconds(milliseconds)
        alarm.set(deadline, on: context.eventLoop) { [self] in ring() }
    }

    private func ring() {
        guard let context else { return }
        switch debt {
        case .firstByte: context.close(promise: nil)
        case .headers where unansweredRequests > 0: expect(.headers, in: limits.headersMilliseconds)
        case .headers: refuse(context)
        case .body where unansweredRequests > 1: expect(.body, in: limits.bodyMilliseconds)
        case .body:
            alarm.clear()
            context.fireErrorCaught(OverdueBody())
        case .nothing: break
        }
    }

    private func refuse(_ context: ChannelHandlerContext) {
        alarm.clear()
        let head = HTTPResponse(status: .requestTimeout, headerFields: [.connection: "close", .contentLength: "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(promise: nil)
    }
}

/// Stands where bytes come in and says that some have.
private final class FirstBytes: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let deadlines: RequestDeadlines

    init(of deadlines: RequestDeadlines) { self.deadlines = deadlines }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        deadlines.bytesArrived()
        context.fireChannelRead(data)
    }
}
