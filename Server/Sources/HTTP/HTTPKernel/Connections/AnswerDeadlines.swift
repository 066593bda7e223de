import ChaveBase
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Ends a connection whose client does not take its answers, and counts the requests that are not answered.
///
/// A client that asks and never reads fills the kernel's buffers, and then the writing of an answer waits for it. So an
/// answer has its time from the moment when it is the first in line until the kernel has the last of it. A request is
/// under way from its head until then. What the kernel does not have yet counts in the memory that answers have.
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
    /// How many answers are begun and not taken.
    private var openAnswers = 0
    private var isEnding = false
    private var context: ChannelHandlerContext?

    /// `client` says whose connection it is, by the address at its other end.
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

    /// Small pieces are bounded by what a channel takes before it says that it is full.
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

    /// The kernel has all of an answer, or the connection is gone.
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
        // What the kernel has for a client that reads nothing is thrown away, and the client is told by a reset.
        if let socket = context.channel as? any SocketOptionProvider {
            _ = socket.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        }
        context.close(promise: nil)
    }

    /// Whoever has gone is answered by nobody.
    private func forgetAll() {
        for _ in 0..<unansweredRequests { work.ended() }
        unansweredRequests = 0
        openAnswers = 0
    }
}
