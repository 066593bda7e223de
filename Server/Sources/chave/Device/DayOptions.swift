import ArgumentParser
import ChaveBase
import ChavePixModel

/// The days of later payments: some days, or the same day again and again.
struct DayOptions: ParsableArguments {
    /// The step from one payment to the next.
    enum Step: String, ExpressibleByArgument, CaseIterable {
        case day, week, month
    }

    @Option(
        help: "Pay later, on that day: 2026-12-05. Give it again for more days of your own.",
        transform: DayOptions.day
    )
    var on: [CalendarDate] = []
    @Option(help: "Pay again each day, week or month from the day of --on; needs --times.") var every: Step?
    @Option(help: "The number of payments of --every: 2 to 60, of months 2 to 24.") var times: Int?

    /// The days; `nil` for one payment now.
    func schedule() throws -> PaymentSchedule? { try rule().map { PaymentSchedule($0) } }

    func validate() throws { _ = try rule() }

    private func rule() throws -> PaymentSchedule.Rule? {
        guard let every else {
            guard times == nil else {
                throw ValidationError("--times belongs to --every: give --every month, for example.")
            }
            guard let first = on.first else { return nil }
            guard on.count > 1 else { return .single(first) }
            guard on.count <= 60, Set(on).count == on.count else {
                throw ValidationError("Give --on for at most 60 days, and each day once.")
            }
            return .custom(on)
        }
        guard on.count == 1, let first = on.first else {
            throw ValidationError("--every needs one --on, the day of the first payment: --on 2026-12-05.")
        }
        let most = every == .month ? 24 : 60
        guard let times, (2...most).contains(times) else {
            throw ValidationError("--every \(every.rawValue) needs --times, from 2 to \(most).")
        }
        switch every {
        case .day: return .daily(start: first, quantity: times)
        case .week: return .weekly(on: first.weekday, start: first, quantity: times)
        case .month: return .monthly(dayOfMonth: first.day, start: first, quantity: times)
        }
    }

    private static func day(_ text: String) throws -> CalendarDate {
        guard let day = CalendarDate(iso: text) else { throw ValidationError("Give a day such as 2026-12-05.") }
        return day
    }
}

extension CalendarDate {
    /// 1 January 1970 was a Thursday, the fourth day from Monday.
    fileprivate var weekday: PaymentSchedule.Weekday {
        PaymentSchedule.Weekday.allCases[Int((daysSince1970 + 3) % 7 + 7) % 7]
    }
}
