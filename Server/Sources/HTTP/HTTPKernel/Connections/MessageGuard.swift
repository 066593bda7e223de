import ChaveBase
import NIOCore
import NIOHTTP1

/// Checks every message and connection against HTTP/1 (RFC 9110, RFC 9112), independent of the route.
///
/// The guard answers a head that cannot be trusted, and then ends the connection. It answers `Expect: 100-continue`
/// when the request is the first in line and its body is wanted. A connection ends after an answer with `Connection:
/// close`. Examples are an HTTP/1.0 request without keep-alive, and a body whose rest is not read.
final class MessageGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// A request that the guard passed on and that has no answer yet.
    private struct Asked {
        let isLast: Bool
        let isOld: Bool
    }

    private let limits: RequestLimits
    private let line: RequestLine
    private var asked = CircularBuffer<Asked>()
    /// Whether the head of a request has arrived and its end has not.
    private var isReading = false
    /// Whether the guard drops everything that arrives.
    private var isDeaf = false
    private var refusal: HeadRefusal?
    private var owesContinue = false
    /// Whether the connection ends with the answer that is being written.
    private var isEnding = false
    private var hasEnded = false
    private var context: ChannelHandlerContext?

    init(_ limits: RequestLimits, _ line: RequestLine) {
        self.limits = limits
        self.line = line
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    // MARK: - What comes

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        let wasDeaf = isDeaf
        switch part {
        case .head(let head):
            isReading = true
            if !wasDeaf { began(head, in: context) }
            return
        case .body: owesContinue = false
        case .end:
            isReading = false
            line.begin()
            if asked.last?.isLast == true { isDeaf = true }
        }
        if !wasDeaf { context.fireChannelRead(data) }
        if hasEnded && !isReading { context.close(promise: nil) }
    }

    private func began(_ head: HTTPRequestHead, in context: ChannelHandlerContext) {
        var head = head
        head.readAbsoluteTarget()
        if let refusal = HeadRefusal(head) { return refuse(refusal, in: context) }
        asked.append(Asked(isLast: !head.isKeepAlive, isOld: head.isOld))
        owesContinue = head.waitsForContinue
        context.fireChannelRead(wrapInboundOut(.head(head)))
        if owesContinue && asked.count == 1 { sendContinue(in: context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The code that reads the body handles trailers that are too large.
        guard case HTTPParserError.headerOverflow = error, !isReading, !isDeaf else {
            return context.fireErrorCaught(error)
        }
        isReading = true
        refuse(line.isOpen ? .targetTooLong : .headersTooLarge, in: context)
    }

    // MARK: - What goes

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where (100..<200).contains(head.status.code): context.write(data, promise: promise)
        case .head(let head): context.write(wrapOutboundOut(.head(begun(head))), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end: finish(data, promise, in: context)
        }
    }

    private func begun(_ head: HTTPResponseHead) -> HTTPResponseHead {
        var head = head
        owesContinue = owesContinue && asked.count > 1
        let isOld = asked.first?.isOld == true
        // An HTTP/1.0 client reads an answer without a length until the connection ends.
        let hasLength = head.headers.contains(name: "content-length")
        if isOld && !hasLength { head.version = .http1_0 }
        let saysSo = head.headers[canonicalForm: "connection"].contains { $0.lowercased() == "close" }
        if saysSo || asked.first?.isLast != false || isOld && !hasLength {
            isEnding = true
            isDeaf = true
            head.headers.replaceOrAdd(name: "Connection", value: "close")
        } else if isOld {
            head.headers.replaceOrAdd(name: "Connection", value: "keep-alive")
        }
        return head
    }

    private func finish(_ data: NIOAny, _ promise: EventLoopPromise<Void>?, in context: ChannelHandlerContext) {
        _ = asked.popFirst()
        guard isEnding else {
            context.write(data, promise: promise)
            if let refusal, asked.isEmpty { return send(refusal, in: context) }
            if owesContinue && asked.count == 1 { sendContinue(in: context) }
            return
        }
        let taken = promise ?? context.eventLoop.makePromise()
        taken.futureResult.assumeIsolated().whenComplete { [self] _ in end() }
        context.write(data, promise: taken)
    }

    private func sendContinue(in context: ChannelHandlerContext) {
        owesContinue = false
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }

    // MARK: - How it ends

    /// Refuses a head in its turn and drops everything that arrives after it.
    private func refuse(_ refusal: HeadRefusal, in context: ChannelHandlerContext) {
        isDeaf = true
        if asked.isEmpty { send(refusal, in: context) } else { self.refusal = refusal }
    }

    private func send(_ refusal: HeadRefusal, in context: ChannelHandlerContext) {
        self.refusal = nil
        let text = ByteBuffer(string: refusal.sentence + "\n")
        let headers: HTTPHeaders = [
            "Connection": "close", "Content-Length": "\(text.readableBytes)",
            "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store",
        ]
        let head = HTTPResponseHead(version: .http1_1, status: refusal.status, headers: headers)
        let taken = context.eventLoop.makePromise(of: Void.self)
        taken.futureResult.assumeIsolated().whenComplete { [self] _ in end() }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(text))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: taken)
    }

    /// Ends the connection once the kernel has its last answer.
    ///
    /// A client that still sends would get a reset instead of the answer. The guard therefore closes only its own
    /// output and gives the client a moment to read (RFC 9112, section 9.6).
    private func end() {
        guard let context, !hasEnded else { return }
        hasEnded = true
        guard isReading else { return context.close(promise: nil) }
        context.close(mode: .output, promise: nil)
        context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(limits.lingerMilliseconds)) { [self] in
            self.context?.close(promise: nil)
        }
    }
}

extension HTTPRequestHead {
    /// Whether the client waits for `100 Continue` before it sends the body; the guard does not ask for a body that is
    /// too large.
    fileprivate var waitsForContinue: Bool {
        guard !isOld, headers.contains(name: "expect") else { return false }
        guard let length = headers.first(name: "content-length") else {
            return headers.contains(name: "transfer-encoding")
        }
        return Int(length).map { (1...HummingbirdEdge.largestBody).contains($0) } ?? false
    }
}

/// Tracks whether a request's first line is incomplete: the parser does not report which part of a head was too long.
final class RequestLine: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private(set) var isOpen = true

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isOpen, unwrapInboundIn(data).readableBytesView.contains(UInt8(ascii: "\n")) { isOpen = false }
        context.fireChannelRead(data)
    }

    /// Marks that a request is complete and the next line begins another one.
    func begin() { isOpen = true }
}
