/// The `Retry-After` header (RFC 9110, section 10.2.3): when it is worth asking again.
public enum RetryAfter: Hashable, Sendable {
    /// So many seconds after the answer.
    case seconds(Int64)
    /// At this time.
    case date(Timestamp)

    /// Whole seconds, or a date in the one form that servers may send; `nil` for anything else.
    ///
    /// More seconds than a number holds are the most that one holds.
    public init?(_ text: String) {
        if !text.isEmpty, text.utf8.allSatisfy(isDigit) {
            self = .seconds(Int64(text) ?? .max)
        } else if let date = Timestamp(httpDate: text) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// The moment that is meant; one that has passed stays in the past.
    public func moment(after now: Timestamp) -> Timestamp {
        switch self {
        case .seconds(let seconds): now.adding(seconds: seconds)
        case .date(let date): date
        }
    }

    /// How long to wait from `now` on; a date that has passed is a wait of zero.
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
    /// IMF-fixdate (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`; the day's name is not compared.
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
