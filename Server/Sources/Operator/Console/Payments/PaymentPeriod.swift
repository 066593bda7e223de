import ChaveBase
import Pages

/// A span of days in Brasília that a choice of payments covers.
enum PaymentPeriod: Hashable {
    case today
    case week
    case month
    case all
    /// Both days are included; `nil` leaves an end open.
    case days(from: CalendarDate?, to: CalendarDate?)

    /// The spans that have a name, in the order in which they are offered.
    static let named: [(name: String, period: PaymentPeriod)] = [
        ("today", .today), ("7d", .week), ("30d", .month), ("all", .all),
    ]

    func label(_ say: PageLanguage) -> String {
        switch self {
        case .today: say("Hoje", "Today")
        case .week: say("7 dias", "7 days")
        case .month: say("30 dias", "30 days")
        case .all: say("Tudo", "All")
        case .days: say("Datas", "Dates")
        }
    }

    /// The first moment, and the first moment after it; `nil` where the end is open.
    func bounds(at now: Timestamp) -> (from: Timestamp?, to: Timestamp?) {
        let today = PaymentPeriod.day(of: now)
        switch self {
        case .today: return (PaymentPeriod.begin(of: today), nil)
        case .week: return (PaymentPeriod.begin(of: today - 6), nil)
        case .month: return (PaymentPeriod.begin(of: today - 29), nil)
        case .all: return (nil, nil)
        case .days(let from, let to):
            return (
                from.map { PaymentPeriod.begin(of: $0.daysSince1970) },
                to.map { PaymentPeriod.begin(of: $0.daysSince1970 + 1) }
            )
        }
    }

    /// Brasília is three hours behind UTC all year.
    private static let zoneSeconds: Int64 = 3 * 3_600

    /// The number of the day in Brasília.
    static func day(of time: Timestamp) -> Int64 {
        let seconds = time.seconds - zoneSeconds
        return seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    }

    static func begin(of day: Int64) -> Timestamp { Timestamp(seconds: day * 86_400 + zoneSeconds) }
}
