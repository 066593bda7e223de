import ChaveBase
package import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP1
package import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// One HTTP/1 connection of the server: the handlers between its socket and the routes.
///
/// The order is: the parser, the checks of HTTP on every message (``MessageGuard``), the deadlines for requests
/// (``RequestDeadlines``), and the deadlines for answers (``AnswerDeadlines``).
package struct HTTPConnection: HTTPChannelHandler {
    package typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    package let responder: Responder
    private let limits: RequestLimits
    private let work: WorkUnderWay
    private let answers: AnswerRoom?
    private let proxies: TrustedProxies

    package init(
        _ responder: @escaping Responder,
        _ limits: RequestLimits,
        _ work: WorkUnderWay,
        _ answers: AnswerRoom?,
        _ proxies: TrustedProxies
    ) {
        self.responder = responder
        self.limits = limits
        self.work = work
        self.answers = answers
        self.proxies = proxies
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let line = RequestLine()
            try pipeline.addHandler(line)
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false,
                withErrorHandling: false,
                withOutboundHeaderValidation: false,
                withEncoderConfiguration: .init(),
                withDecoderLimitConfiguration: HTTPConnection.decoderLimits
            )
            try pipeline.addHandler(MessageGuard(limits, line))
            try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            try pipeline.addHandler(RequestDeadlines(limits))
            try pipeline.addHandler(
                AnswerDeadlines(limits, work, answers: answers) { [proxies] in proxies.owner(ofConnectionFrom: $0) }
            )
            let idle = Duration.milliseconds(limits.idleMilliseconds)
            try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: idle, logger: logger))
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel,
                configuration: .init(isOutboundHalfClosureEnabled: true)
            )
        }
    }

    package func handle(value: Value, logger: Logger) async { await handleHTTP(asyncChannel: value, logger: logger) }

    /// The parser's limits, which are above the limits of the routes: a route answers with its own error message.
    private static var decoderLimits: NIOHTTPDecoderLimitConfiguration {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = 80 * 1_024
        limits.maxHeaderListSize = 80 * 1_024
        limits.maxHeaderFieldCount = 1_000
        return limits
    }
}
