import ChaveBase

/// A time as headers of mail have it, in UTC (RFC 5322, section 3.3).
enum MailDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func text(_ time: Timestamp) -> String {
        // 1970-01-01, a Thursday, is day 0.
        let day = Int((time.microseconds / 1_000_000).quotientAndRemainder(dividingBy: 86_400).quotient)
        let date = time.rfc3339
        let fields = date.prefix(19).split { $0 == "-" || $0 == "T" || $0 == ":" }
        guard fields.count == 6, let month = Int(fields[1]), (1...12).contains(month) else { return date }
        let name = days[((day % 7) + 7) % 7]
        return "\(name), \(fields[2]) \(months[month - 1]) \(fields[0]) \(fields[3]):\(fields[4]):\(fields[5]) +0000"
    }
}
