package import HummingbirdCore
import NIOCore
import Synchronization

/// The deadlines of a connection, for sending requests and for reading answers (Payments API, section 1).
public struct RequestLimits: Hashable, Sendable {
    /// From a request's first byte, or from the start of a new connection, to the end of its headers.
    public var headersMilliseconds: Int64 = 10_000
    /// From the end of a request's headers to the end of its body.
    public var bodyMilliseconds: Int64 = 30_000
    /// From the head of an answer, or from the end of the answer before it, until the kernel has its last byte.
    public var answerMilliseconds: Int64 = 30_000
    /// Shortens ``bodyMilliseconds`` and ``answerMilliseconds`` once the server shuts down.
    ///
    /// Together with the 12 s of an answer it stays within the 20 s of section 10.
    public var drainMilliseconds: Int64 = 7_000
    /// From an answer to the first byte of the next request.
    public var idleMilliseconds: Int64 = 60_000
    /// From the last answer of a closing connection to its end, while the client still sends.
    public var lingerMilliseconds: Int64 = 1_000

    public init() {}
}

extension HTTPServerBuilder {
    /// An HTTP/1.1 server with the deadlines of `limits`; `work` counts the unanswered requests.
    ///
    /// Answers count in the memory that `server` has for answers. `proxies` maps a peer to the client that owns them.
    package static func http1(
        _ limits: RequestLimits,
        counting work: WorkUnderWay = WorkUnderWay(),
        for server: APIServer? = nil,
        proxies: TrustedProxies = .none
    ) -> HTTPServerBuilder {
        HTTPServerBuilder { HTTPConnection($0, limits, work, server?.answers, proxies) }
    }
}

/// Counts unanswered requests: from their head until the kernel has the last byte of the answer.
package final class WorkUnderWay: Sendable {
    private let requests = Atomic<Int>(0)

    package init() {}

    package var count: Int { requests.load(ordering: .acquiring) }

    package func began() { requests.wrappingAdd(1, ordering: .acquiringAndReleasing) }
    package func ended() { requests.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
}
