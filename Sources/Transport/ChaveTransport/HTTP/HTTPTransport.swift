/// A transport that sends requests to a server.
///
/// An implementation follows no redirect, stores no cookie and no cache, and limits the size of a response. It ends at
/// the request's timeout and when the calling task is cancelled. It never retries: its callers decide, because they
/// know which requests are safe to repeat. Several clients may share one transport.
public protocol HTTPTransport: Sendable {
    /// Sends the request once and returns the response, whatever its status; redirects are responses too.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse

    /// Ends all running calls and releases the transport's resources; later calls fail with `.cancelled`.
    ///
    /// Only the owner of the transport calls this: a client invalidates only a transport that it created itself.
    func invalidate()
}

extension HTTPTransport {
    public func invalidate() {}
}

/// A response with any status: a server's refusal is a response, not an error of the transport.
public struct HTTPResponse: Hashable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The headers, with names in any case.
    public var headers: HTTPHeaders
    /// The whole body; empty when there was none.
    public var body: [UInt8]

    /// Creates a response, for an implementation of a transport.
    public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A status of 200 to 299.
    public var isSuccess: Bool { (200..<300).contains(status) }
}
