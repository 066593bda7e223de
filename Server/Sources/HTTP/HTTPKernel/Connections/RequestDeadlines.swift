import ChaveBase
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A request's body did not arrive before its deadline.
struct OverdueBody: Error {}

/// Ends a connection whose request misses its deadline, even when bytes keep arriving slowly.
///
/// Late headers get a bare 408 here, because no other code knows of the request yet. A late body throws ``OverdueBody``
/// where the body is read. A request that waits behind an unfinished answer (pipelining) is not late.
final class RequestDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The part of a request that the client must send next.
    private enum Debt {
        /// The connection is new and the client has sent nothing.
        case firstByte
        case headers
        case body
        /// The last request is complete, and the next has not begun.
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
            // Without this handler a later request's headers would have no deadline.
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

    /// Called for all arriving bytes, before the parser reads them.
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

/// Reports to ``RequestDeadlines`` that bytes have arrived, at the start of the pipeline.
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
