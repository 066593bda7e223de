/// The reason why a request has no response.
///
/// The error never contains an address, a header or a body, so that it is fit for a log.
public struct TransportError: Error, Hashable, Sendable {
    /// The kind of the failure.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// No connection could be made, or it broke.
        case notConnected = "not_connected"
        /// No response came in time.
        case timedOut = "timed_out"
        /// The calling task was cancelled, or the transport was invalidated.
        case cancelled
        /// The server's certificate or the handshake was refused.
        case tls
        /// The response is larger than the client's limit.
        case responseTooLarge = "response_too_large"
        /// Another failure; `platformCode` may have its number.
        case other
    }

    /// The kind of the failure.
    public var kind: Kind
    /// False only when it is certain that the server has not seen the request.
    ///
    /// This value decides whether a payment definitely has not begun.
    public var mayHaveReachedServer: Bool
    /// The platform's own number for the failure, for a log.
    public var platformCode: Int?

    /// Creates an error; pass `false` only when the server certainly has not seen the request, because a payment
    /// depends on it.
    public init(_ kind: Kind, mayHaveReachedServer: Bool, platformCode: Int? = nil) {
        self.kind = kind
        self.mayHaveReachedServer = mayHaveReachedServer
        self.platformCode = platformCode
    }
}
