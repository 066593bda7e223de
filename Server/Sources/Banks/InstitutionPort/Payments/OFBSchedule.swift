public import ChaveBase
import ChaveWire

/// The days of scheduled payments (Payments 5.0.0, `schedule`).
public struct OFBSchedule: Hashable, Sendable {
    /// The rule by which days follow; all texts are `YYYY-MM-DD`.
    public enum Rule: Hashable, Sendable {
        case single(String)
        case daily(start: String, quantity: Int)
        /// `weekday` is `SEGUNDA_FEIRA` to `DOMINGO`.
        case weekly(weekday: String, start: String, quantity: Int)
        case monthly(dayOfMonth: Int, start: String, quantity: Int)
        case custom([String])
    }

    public var rule: Rule
    /// Free text, which version 5 demands beside the rule.
    public var additionalInformation: String?
    /// Free text, which version 4 demands inside of a list of days.
    public var customInformation: String?

    public init(_ rule: Rule, additionalInformation: String? = nil) {
        self.rule = rule
        self.additionalInformation = additionalInformation
    }

    /// Whether the schedule is for more than one payment.
    public var recurs: Bool {
        if case .single = rule { return false }
        return true
    }

    /// The names of weekdays, Monday first.
    static let weekdays = [
        "SEGUNDA_FEIRA", "TERCA_FEIRA", "QUARTA_FEIRA", "QUINTA_FEIRA", "SEXTA_FEIRA", "SABADO", "DOMINGO",
    ]

    /// The days in their order; `nil` where one of the texts is no day.
    ///
    /// A month without the day has the day after its last one in its place.
    public var days: [CalendarDate]? {
        switch rule {
        case .single(let text): return CalendarDate(iso: text).map { [$0] }
        case .custom(let texts):
            let days = texts.compactMap { CalendarDate(iso: $0) }
            return days.count == texts.count ? days.sorted() : nil
        case .daily(let start, let quantity):
            return CalendarDate(iso: start).map { start in
                (0..<quantity).map { CalendarDate(daysSince1970: start.daysSince1970 + Int64($0)) }
            }
        case .weekly(let weekday, let start, let quantity):
            guard let start = CalendarDate(iso: start), let wanted = OFBSchedule.weekdays.firstIndex(of: weekday) else {
                return nil
            }
            // 1 January 1970 was a Thursday, the fourth day from Monday.
            let today = (start.daysSince1970 + 3) % 7
            let first = start.daysSince1970 + (Int64(wanted) - today + 7) % 7
            return (0..<quantity).map { CalendarDate(daysSince1970: first + Int64($0) * 7) }
        case .monthly(let dayOfMonth, let start, let quantity):
            guard let start = CalendarDate(iso: start) else { return nil }
            let first = start.year * 12 + start.month - 1 + (start.day > dayOfMonth ? 1 : 0)
            return (first..<first + quantity).compactMap { month in
                OFBSchedule.day(dayOfMonth, year: month / 12, month: month % 12 + 1)
            }
        }
    }

    private static func day(_ day: Int, year: Int, month: Int) -> CalendarDate? {
        if let date = CalendarDate(year: year, month: month, day: day) { return date }
        return CalendarDate(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
    }

    // MARK: JSON

    init(_ reader: MessageReader) throws(InstitutionMessageError) {
        let names = ["single", "daily", "weekly", "monthly", "custom"].filter(reader.has)
        guard names.count == 1, let name = names.first else {
            throw names.isEmpty
                ? InstitutionMessageError(field: reader.field("single"), problem: .missing) : reader.invalid(names[1])
        }
        let part = try reader.object(name)
        switch name {
        case "single": rule = .single(try part.day("date"))
        case "daily": rule = .daily(start: try part.day("startDate"), quantity: try part.count(2...60))
        case "weekly":
            let weekday = try part.string("dayOfWeek", limit: 13)
            guard OFBSchedule.weekdays.contains(weekday) else { throw part.invalid("dayOfWeek") }
            rule = .weekly(weekday: weekday, start: try part.day("startDate"), quantity: try part.count(2...60))
        case "monthly":
            let day = try part.integer("dayOfMonth")
            guard (1...31).contains(day) else { throw part.invalid("dayOfMonth") }
            rule = .monthly(dayOfMonth: day, start: try part.day("startDate"), quantity: try part.count(2...24))
        default:
            let dates = try part.strings("dates", limit: 60)
            guard dates.count >= 2, Set(dates).count == dates.count, dates.allSatisfy({ CalendarDate(iso: $0) != nil })
            else { throw part.invalid("dates") }
            rule = .custom(dates)
            customInformation = try part.optionalText("additionalInformation")
        }
        additionalInformation = try reader.optionalText("additionalInformation")
    }

    var json: JSONValue {
        var object = MessageWriter()
        switch rule {
        case .single(let date): object["single"] = ["date": .string(date)]
        case .daily(let start, let quantity):
            object["daily"] = ["startDate": .string(start), "quantity": JSONValue(quantity)]
        case .weekly(let weekday, let start, let quantity):
            object["weekly"] = [
                "dayOfWeek": .string(weekday), "startDate": .string(start), "quantity": JSONValue(quantity),
            ]
        case .monthly(let day, let start, let quantity):
            object["monthly"] = [
                "dayOfMonth": JSONValue(day), "startDate": .string(start), "quantity": JSONValue(quantity),
            ]
        case .custom(let dates):
            var custom = MessageWriter()
            custom["dates"] = .array(dates.map(JSONValue.string))
            custom.set("additionalInformation", customInformation)
            object["custom"] = .object(custom.object)
        }
        object.set("additionalInformation", additionalInformation)
        return .object(object.object)
    }
}

extension MessageReader {
    fileprivate func optionalText(_ name: String) throws(InstitutionMessageError) -> String? {
        has(name) ? try text(name, limit: 1_020) : nil
    }

    fileprivate func day(_ name: String) throws(InstitutionMessageError) -> String {
        let text = try string(name, limit: 10)
        guard CalendarDate(iso: text) != nil else { throw invalid(name) }
        return text
    }

    fileprivate func count(_ range: ClosedRange<Int>) throws(InstitutionMessageError) -> Int {
        let count = try integer("quantity")
        guard range.contains(count) else { throw invalid("quantity") }
        return count
    }
}
