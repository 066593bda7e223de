import ChaveBase

/// The meaning of a consent's date: now or a later day.
enum PaymentDay: Hashable, Sendable {
    case today
    /// Settled at 15:00 UTC of that day, the time in end-to-end ids of scheduled payments.
    case scheduled(at: Timestamp)

    /// How long before its settlement a payment may be cancelled: until the day begins in Brasília, at 03:00 UTC.
    static let cancellationSeconds: Int64 = 12 * 3_600
    /// The same for all payments of a consent: until 22:00 of the day before.
    static let listCancellationSeconds: Int64 = 14 * 3_600

    /// When a payment of that day settles.
    static func settlement(of date: CalendarDate) -> Timestamp {
        Timestamp(startOf: date).adding(seconds: 15 * 3_600)
    }

    /// Reads a date; `nil` for a day that does not exist, has passed, or is more than two years ahead.
    ///
    /// Around midnight both the day in UTC and the day in Brasília count as today.
    init?(_ text: String, now: Timestamp) {
        guard let date = CalendarDate(iso: text) else { return nil }
        if date == now.date || date == PaymentDay.brasilia(now) {
            self = .today
        } else if PaymentDay.isLater(date, than: now) {
            self = .scheduled(at: PaymentDay.settlement(of: date))
        } else {
            return nil
        }
    }

    /// Whether a payment may be scheduled for that day: later than today in Brasília, and no more than two years ahead.
    static func isLater(_ date: CalendarDate, than now: Timestamp) -> Bool {
        date > brasilia(now) && date.daysSince1970 - now.date.daysSince1970 <= 730
    }

    private static func brasilia(_ now: Timestamp) -> CalendarDate { now.adding(seconds: -3 * 3_600).date }
}
