public import ChaveBase

/// The result of one attempt.
public enum AttemptResult: Hashable, Sendable {
    /// The endpoint responded within the time, completely or up to the read limit.
    case answered(status: Int, retryAfter: RetryAfter?)
    case failed(AttemptFailure)
}

/// Why an attempt got no response; the raw values are stored and shown.
public enum AttemptFailure: String, Hashable, Sendable, Codable, CaseIterable {
    /// No complete response within 15 seconds.
    case timeout
    /// The host's name has no address.
    case unresolved
    /// The host's name leads to an address that must not be dialled.
    case forbiddenAddress = "forbidden_address"
    /// No server listens at the address, or the network blocks the connection.
    case unreachable
    /// The certificate is not valid for that host, or there is no common TLS version.
    case tlsFailed = "tls_failed"
    /// The response is not HTTP.
    case protocolViolated = "protocol_violated"
    /// This server could not sign: the endpoint's secret cannot be opened.
    case secretUnreadable = "secret_unreadable"
    /// This server could not read what it had stored.
    case recordUnreadable = "record_unreadable"

    /// Whether this server alone caused the failure and sent nothing: the failure says nothing about the endpoint.
    public var isOurs: Bool {
        switch self {
        case .secretUnreadable, .recordUnreadable: true
        case .timeout, .unresolved, .forbiddenAddress, .unreachable, .tlsFailed, .protocolViolated: false
        }
    }
}
