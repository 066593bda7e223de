/// The `Retry-After` header (RFC 9110, section 10.2.3): seconds, or a date.
package enum RetryAfter {
    /// How long to wait, in milliseconds; `nil` when the text is neither form.
    ///
    /// `now` is in microseconds since 1970. A date that has passed is a wait of zero.
    package static func milliseconds(_ text: String, now: Int64) -> Int64? {
        let trimmed = text.split(separator: " ").joined(separator: " ")
        if !trimmed.isEmpty, trimmed.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            guard let seconds = Int64(trimmed) else { return Int64.max }
            let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
            return overflow ? Int64.max : product
        }
        guard let date = secondsSince1970(trimmed) else { return nil }
        return max(0, (date * 1_000_000 - now) / 1_000)
    }

    /// Reads the one date form that servers may send, `Sun, 06 Nov 1994 08:49:37 GMT` (section 5.6.7).
    private static func secondsSince1970(_ text: String) -> Int64? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT", let day = number(parts[1], 2),
            let month = months.firstIndex(of: String(parts[2])), let year = number(parts[3], 4)
        else { return nil }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(clock[0], 2), let minute = number(clock[1], 2),
            let second = number(clock[2], 2), (1...31).contains(day), hour < 24, minute < 60, second <= 60,
            year >= 1970
        else { return nil }
        return days(year: year, month: Int64(month) + 1, day: day) * 86_400 + hour * 3_600 + minute * 60 + second
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func number(_ text: Substring, _ digits: Int) -> Int64? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text)
    }

    /// Days since 1970-01-01 in the Gregorian calendar, counted from March so that the leap day comes last.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }
}
