public import ChaveBase

/// The days of payments that one approval permits (Open Finance Brasil, Payments 5.0.0, `schedule`).
///
/// All days are later than today in Brasília, and at most two years ahead. Each day is one charge of the whole amount.
public struct PaymentSchedule: Hashable, Sendable {
    /// The rule by which the days follow.
    public var rule: Rule
    /// The text that the bank shows beside the schedule, at most 255 characters; `nil` leaves it to the server.
    public var additionalInformation: String?

    /// A schedule; this initialiser does not check the limits of ``Rule``.
    public init(_ rule: Rule, additionalInformation: String? = nil) {
        self.rule = rule
        self.additionalInformation = additionalInformation
    }

    /// The rule by which the days of a schedule follow.
    public enum Rule: Hashable, Sendable {
        /// One payment on that day.
        case single(CalendarDate)
        /// One payment on each of 2 to 60 days from `start` on.
        case daily(start: CalendarDate, quantity: Int)
        /// One payment in each of 2 to 60 weeks, the first on the first such weekday from `start` on.
        case weekly(on: Weekday, start: CalendarDate, quantity: Int)
        /// One payment in each of 2 to 24 months, on a day from 1 to 31, the first from `start` on.
        ///
        /// A month without that day has its payment on the first day of the next month.
        case monthly(dayOfMonth: Int, start: CalendarDate, quantity: Int)
        /// One payment on each of 2 to 60 different days.
        case custom([CalendarDate])
    }

    /// A day of the week, by its name in Open Finance Brasil.
    public enum Weekday: String, Hashable, Sendable, CaseIterable {
        /// Segunda-feira.
        case monday = "SEGUNDA_FEIRA"
        /// Terça-feira.
        case tuesday = "TERCA_FEIRA"
        /// Quarta-feira.
        case wednesday = "QUARTA_FEIRA"
        /// Quinta-feira.
        case thursday = "QUINTA_FEIRA"
        /// Sexta-feira.
        case friday = "SEXTA_FEIRA"
        /// Sábado.
        case saturday = "SABADO"
        /// Domingo.
        case sunday = "DOMINGO"
    }

    /// The days in their order.
    public var days: [CalendarDate] { rule.days }
}

extension PaymentSchedule.Rule {
    /// Whether there is more than one payment.
    public var recurs: Bool {
        if case .single = self { return false }
        return true
    }

    /// The largest number of days that a schedule has.
    static let largestQuantity = 60

    /// The days in their order; at most 60 of a rule with a quantity.
    public var days: [CalendarDate] {
        switch self {
        case .single(let day): return [day]
        case .custom(let days): return days.sorted()
        case .daily(let start, let quantity): return every(1, from: start.daysSince1970, quantity)
        case .weekly(let weekday, let start, let quantity):
            // 1 January 1970 was a Thursday, the fourth day from Monday.
            let today = (start.daysSince1970 + 3) % 7
            let ahead = (Int64(weekday.daysAfterMonday) - today + 7) % 7
            return every(7, from: start.daysSince1970 + ahead, quantity)
        case .monthly(let dayOfMonth, let start, let quantity):
            let first = start.year * 12 + start.month - 1 + (start.day > dayOfMonth ? 1 : 0)
            return numbers(quantity).compactMap { number in
                let month = first + number
                return day(dayOfMonth, year: month / 12, month: month % 12 + 1)
            }
        }
    }

    private func every(_ step: Int64, from first: Int64, _ quantity: Int) -> [CalendarDate] {
        numbers(quantity).map { CalendarDate(daysSince1970: first + Int64($0) * step) }
    }

    private func numbers(_ quantity: Int) -> Range<Int> {
        0..<min(max(0, quantity), PaymentSchedule.Rule.largestQuantity)
    }

    private func day(_ day: Int, year: Int, month: Int) -> CalendarDate? {
        if let date = CalendarDate(year: year, month: month, day: day) { return date }
        return CalendarDate(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
    }
}

extension PaymentSchedule.Weekday {
    /// 0 for Monday, 6 for Sunday.
    var daysAfterMonday: Int { PaymentSchedule.Weekday.allCases.firstIndex(of: self) ?? 0 }
}
