/// Why there is no answer.
///
/// It never holds an address, a header or a body, so it is fit for a log.
public struct TransportError: Error, Hashable, Sendable {
    /// What kept the answer away.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// No connection could be made, or it broke.
        case notConnected = "not_connected"
        /// No answer came in time.
        case timedOut = "timed_out"
        /// The calling task was cancelled, or the transport invalidated.
        case cancelled
        /// The server's certificate or the handshake was refused.
        case tls
        /// The answer is larger than this client takes.
        case responseTooLarge = "response_too_large"
        /// Something else; `platformCode` may say what.
        case other
    }

    /// What kept the answer away.
    public var kind: Kind
    /// False only when it is certain that the server has not seen the request.
    ///
    /// The difference decides whether a payment definitely has not begun.
    public var mayHaveReachedServer: Bool
    /// The platform's own number for the failure, for a log.
    public var platformCode: Int?

    /// Say false only where the server certainly has not seen the request: a payment depends on it.
    public init(_ kind: Kind, mayHaveReachedServer: Bool, platformCode: Int? = nil) {
        self.kind = kind
        self.mayHaveReachedServer = mayHaveReachedServer
        self.platformCode = platformCode
    }
}
