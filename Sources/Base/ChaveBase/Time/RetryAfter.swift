/// The `Retry-After` header (RFC 9110, section 10.2.3): the earliest useful time of a retry.
public enum RetryAfter: Hashable, Sendable {
    /// This number of seconds after the response.
    case seconds(Int64)
    /// At this time.
    case date(Timestamp)

    /// Reads whole seconds, or a date in the one form that servers may send; `nil` for anything else.
    ///
    /// A number that does not fit becomes the largest `Int64`.
    public init?(_ text: String) {
        if !text.isEmpty, text.utf8.allSatisfy(isDigit) {
            self = .seconds(Int64(text) ?? .max)
        } else if let date = Timestamp(httpDate: text) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// The absolute time of the retry; a date in the past stays in the past.
    public func moment(after now: Timestamp) -> Timestamp {
        switch self {
        case .seconds(let seconds): now.adding(seconds: seconds)
        case .date(let date): date
        }
    }

    /// The time to wait from `now` on; a date in the past gives zero.
    public func milliseconds(after now: Timestamp) -> Int64 {
        switch self {
        case .seconds(let seconds):
            let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
            return overflow ? .max : product
        case .date(let date): return max(0, date.microseconds(since: now) / 1_000)
        }
    }
}

extension Timestamp {
    /// Reads IMF-fixdate (RFC 9110, section 5.6.7), `Sun, 06 Nov 1994 08:49:37 GMT`; the name of the day is not
    /// checked.
    public init?(httpDate text: String) {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].utf8.count == 4, parts[0].last == ",", parts[5] == "GMT",
            parts[1].utf8.count == 2, parts[3].utf8.count == 4, parts[4].utf8.count == 8,
            let month = months.firstIndex(of: String(parts[2]))
        else { return nil }
        self.init(rfc3339: "\(parts[3])-\(padded(month + 1, 2))-\(parts[1])T\(parts[4])Z")
    }
}
