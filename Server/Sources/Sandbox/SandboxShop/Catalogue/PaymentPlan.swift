import ChaveBase
import ChavePixModel

/// When an order is paid, as the buyer chose it in a form.
enum PaymentPlan: Hashable, Sendable {
    case now
    /// On one later day.
    case day(CalendarDate)
    /// On the same day of each month, the first on `first`.
    case monthly(first: CalendarDate, times: Int)

    /// The number of payments that a buyer may choose; Open Finance permits so many months.
    static let times = 2...24
    /// The number of days from today that a payment may be away.
    static let farthest: Int64 = 730

    /// Reads the choice; `nil` when it is incomplete or out of its limits.
    ///
    /// A form without a choice pays now.
    init?(_ form: [String: String]) {
        guard let when = form["when"], when != "now" else {
            self = .now
            return
        }
        guard let day = form["day"].flatMap(CalendarDate.init(iso:)) else { return nil }
        switch when {
        case "day": self = .day(day)
        case "month":
            guard let times = form["times"].flatMap({ Int($0) }), PaymentPlan.times.contains(times) else { return nil }
            self = .monthly(first: day, times: times)
        default: return nil
        }
    }

    /// The days for the API; `nil` for one payment now.
    var schedule: PaymentSchedule? {
        switch self {
        case .now: nil
        case .day(let day): PaymentSchedule(.single(day))
        case .monthly(let first, let times):
            PaymentSchedule(.monthly(dayOfMonth: first.day, start: first, quantity: times))
        }
    }
}

extension Timestamp {
    /// The day in Brasília, which is three hours behind UTC all year.
    var brasiliaDate: CalendarDate { adding(seconds: -3 * 3_600).date }
}

extension CalendarDate {
    func adding(days: Int64) -> CalendarDate { CalendarDate(daysSince1970: daysSince1970 + days) }
}
