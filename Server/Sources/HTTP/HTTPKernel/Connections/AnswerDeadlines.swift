import ChaveBase
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Ends a connection whose client does not read its answers, and counts the unanswered requests.
///
/// A client that sends requests and never reads fills the kernel's buffers; then the server waits to write an answer.
/// Each answer therefore has a deadline. Its time runs from the moment when the answer is first in line until the
/// kernel has its last byte. A request counts as unanswered from its head until then. Bytes that the kernel does not
/// have yet count in the memory for answers (`AnswerRoom`).
final class AnswerDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: RequestLimits
    private let work: WorkUnderWay
    private let answers: AnswerRoom?
    private let client: @Sendable (_ peer: String?) -> IPAddress?
    private let alarm = ConnectionAlarm()
    private var unansweredRequests = 0
    /// The number of answers that have begun and that the kernel does not have completely.
    private var openAnswers = 0
    private var isEnding = false
    private var context: ChannelHandlerContext?

    /// Creates the handler; `client` maps the peer's address to the client that owns the connection.
    init(
        _ limits: RequestLimits,
        _ work: WorkUnderWay,
        answers: AnswerRoom? = nil,
        client: @escaping @Sendable (_ peer: String?) -> IPAddress? = { _ in nil }
    ) {
        self.limits = limits
        self.work = work
        self.answers = answers
        self.client = client
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        alarm.cancel()
        forgetAll()
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        alarm.cancel()
        forgetAll()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) {
            unansweredRequests += 1
            work.began()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.kind != .informational:
            openAnswers += 1
            if alarm.deadline == nil { expectTaking(in: context) }
            context.write(data, promise: promise)
        case .head: context.write(data, promise: promise)
        case .body(let bytes): write(data, of: bytes.readableBytes, promise, in: context)
        case .end:
            let taken = promise ?? context.eventLoop.makePromise()
            taken.futureResult.assumeIsolated().whenComplete { [self] _ in answerWasTaken() }
            context.write(data, promise: taken)
        }
    }

    /// Pieces up to this size, in bytes, are not counted: the channel's own write limit bounds them.
    private static let smallPiece = 4 * 1_024

    private func write(
        _ data: NIOAny,
        of count: Int,
        _ promise: EventLoopPromise<Void>?,
        in context: ChannelHandlerContext
    ) {
        guard let answers, count > AnswerDeadlines.smallPiece else { return context.write(data, promise: promise) }
        let owner = AnswerRoom.Client(address: client(context.remoteAddress?.ipAddress))
        let taken = promise ?? context.eventLoop.makePromise()
        answers.add(count, for: owner)
        taken.futureResult.whenComplete { _ in answers.giveBack(count, for: owner) }
        context.write(data, promise: taken)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isEnding = true
            let end = context.eventLoop.now + .milliseconds(limits.drainMilliseconds)
            if let deadline = alarm.deadline, end < deadline { expectTaking(in: context) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func expectTaking(in context: ChannelHandlerContext) {
        let milliseconds = isEnding ? limits.drainMilliseconds : limits.answerMilliseconds
        alarm.set(context.eventLoop.now + .milliseconds(milliseconds), on: context.eventLoop) { [self] in giveUp() }
    }

    /// Called when the kernel has a whole answer, or when the connection is gone.
    private func answerWasTaken() {
        if openAnswers > 0 { openAnswers -= 1 }
        if unansweredRequests > 0 {
            unansweredRequests -= 1
            work.ended()
        }
        guard openAnswers > 0, let context else { return alarm.clear() }
        expectTaking(in: context)
    }

    private func giveUp() {
        alarm.clear()
        guard let context else { return }
        // The kernel discards the unread bytes, and the client receives a reset.
        if let socket = context.channel as? any SocketOptionProvider {
            _ = socket.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        }
        context.close(promise: nil)
    }

    /// Drops all open requests: nobody answers a client that has gone.
    private func forgetAll() {
        for _ in 0..<unansweredRequests { work.ended() }
        unansweredRequests = 0
        openAnswers = 0
    }
}
