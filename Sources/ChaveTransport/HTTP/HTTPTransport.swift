/// What carries requests to a server.
///
/// An implementation follows no redirect, keeps no cookie and no cache, bounds the size of an answer, ends when the
/// calling task is cancelled, and never retries: repeating is decided above it, where it is known what may be repeated.
public protocol HTTPTransport: Sendable {
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse

    /// Ends the calls under way and releases what the transport holds; sending afterwards fails with `.cancelled`.
    func invalidate()
}

extension HTTPTransport {
    public func invalidate() {}
}
