package import HummingbirdCore
import NIOCore

/// How long a connection may take for what a client owes (Payments API, section 1), and for taking its answers.
public struct RequestLimits: Hashable, Sendable {
    /// From a request's first byte, or from the start of a new connection, to the end of its headers.
    public var headersMilliseconds: Int64 = 10_000
    /// From the end of a request's headers to the end of its body.
    public var bodyMilliseconds: Int64 = 30_000
    /// From the head of an answer, where no earlier one waits, until the kernel has the last of it.
    public var answerMilliseconds: Int64 = 30_000
    /// What is left of the last two once the server ends: with the 12 s of an answer it makes the 20 s of section 10.
    public var drainMilliseconds: Int64 = 7_000
    /// Between an answer and the first byte of the next request.
    public var idleMilliseconds: Int64 = 60_000
    /// From the last answer of a connection that ends with it, while its client still sends, to the end.
    public var lingerMilliseconds: Int64 = 1_000

    public init() {}
}

extension HTTPServerBuilder {
    /// HTTP/1.1 that waits for nobody longer than `limits` say; `work` counts what is not answered.
    ///
    /// What `server` answers counts in its memory for answers, for the client that `proxies` make of a peer.
    package static func http1(
        _ limits: RequestLimits,
        counting work: WorkUnderWay = WorkUnderWay(),
        for server: APIServer? = nil,
        proxies: TrustedProxies = .none
    ) -> HTTPServerBuilder {
        HTTPServerBuilder { HTTPConnection($0, limits, work, server?.answers, proxies) }
    }
}
