public import ChaveBase

/// What one attempt came to.
public enum AttemptResult: Hashable, Sendable {
    /// The endpoint answered within the time, whole or up to the most that is read.
    case answered(status: Int, retryAfter: RetryAfter?)
    case failed(AttemptFailure)
}

/// Why an attempt brought no answer; the raw values are stored and shown.
public enum AttemptFailure: String, Hashable, Sendable, Codable, CaseIterable {
    /// No whole answer within 15 seconds.
    case timeout
    /// The host's name leads nowhere.
    case unresolved
    /// The host's name leads to an address that is not dialled.
    case forbiddenAddress = "forbidden_address"
    /// Nobody listens there, or the way is closed.
    case unreachable
    /// The certificate is not one of that host, or there is no common TLS version.
    case tlsFailed = "tls_failed"
    /// What came is no HTTP.
    case protocolViolated = "protocol_violated"
    /// This server could not sign: the endpoint's secret cannot be opened.
    case secretUnreadable = "secret_unreadable"
    /// This server could not read what it had stored.
    case recordUnreadable = "record_unreadable"

    /// Nothing was sent and nobody but this server is to blame: it says nothing of the endpoint.
    public var isOurs: Bool {
        switch self {
        case .secretUnreadable, .recordUnreadable: true
        case .timeout, .unresolved, .forbiddenAddress, .unreachable, .tlsFailed, .protocolViolated: false
        }
    }
}
