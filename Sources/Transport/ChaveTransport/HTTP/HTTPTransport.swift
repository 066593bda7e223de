/// What carries requests to a server.
///
/// An implementation follows no redirect, keeps no cookie and no cache, bounds the size of an answer, ends at the request's
/// time-out and when the calling task is cancelled, and never retries: repeating is decided above it, where it is known what
/// may be repeated. Several clients may share one.
public protocol HTTPTransport: Sendable {
    /// Sends it once and brings the answer, whatever its status; redirects are answers too.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse

    /// Ends the calls under way, whoever made them, and releases what the transport holds; sending afterwards fails with
    /// `.cancelled`.
    ///
    /// For whoever made the transport; a client invalidates only one that it made itself.
    func invalidate()
}

extension HTTPTransport {
    public func invalidate() {}
}
