public import ChavePixModel

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

/// When an endpoint asks to be tried again (RFC 9110, section 10.2.3).
public enum RetryAfter: Hashable, Sendable {
    case seconds(Int64)
    case date(Timestamp)

    /// `nil` for anything but whole seconds or the preferred form of a date; what cannot be read is not there.
    public init?(_ text: String) {
        if !text.isEmpty, text.utf8.count <= 10, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            guard let seconds = Int64(text) else { return nil }
            self = .seconds(seconds)
        } else if let date = Timestamp(httpDate: text) {
            self = .date(date)
        } else {
            return nil
        }
    }

    func moment(after now: Timestamp) -> Timestamp {
        switch self {
        case .seconds(let seconds): now.adding(seconds: seconds)
        case .date(let date): date
        }
    }
}

extension Timestamp {
    /// IMF-fixdate (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`; the day's name is not compared.
    init?(httpDate text: String) {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].utf8.count == 4, parts[0].last == ",", parts[5] == "GMT",
            parts[1].utf8.count == 2, parts[3].utf8.count == 4, parts[4].utf8.count == 8,
            let month = months.firstIndex(of: String(parts[2]))
        else { return nil }
        let number = month + 1
        self.init(rfc3339: "\(parts[3])-\(number < 10 ? "0" : "")\(number)-\(parts[1])T\(parts[4])Z")
    }
}
