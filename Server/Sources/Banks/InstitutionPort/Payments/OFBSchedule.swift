public import ChaveBase
public import ChavePixModel
import ChaveWire

/// The days of scheduled payments (Payments 5.0.0, `schedule`).
public struct OFBSchedule: Hashable, Sendable {
    public var rule: PaymentSchedule.Rule
    /// Free text, which version 5 demands beside the rule.
    public var additionalInformation: String?
    /// Free text, which version 4 demands inside of a list of days.
    public var customInformation: String?

    public init(_ rule: PaymentSchedule.Rule, additionalInformation: String? = nil) {
        self.rule = rule.inOrder
        self.additionalInformation = additionalInformation
    }

    /// The days in their order.
    public var days: [CalendarDate] { rule.days }

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
            let name = try part.string("dayOfWeek", limit: 13)
            guard let weekday = PaymentSchedule.Weekday(rawValue: name) else { throw part.invalid("dayOfWeek") }
            rule = .weekly(on: weekday, start: try part.day("startDate"), quantity: try part.count(2...60))
        case "monthly":
            let day = try part.integer("dayOfMonth")
            guard (1...31).contains(day) else { throw part.invalid("dayOfMonth") }
            rule = .monthly(dayOfMonth: day, start: try part.day("startDate"), quantity: try part.count(2...24))
        default:
            let texts = try part.strings("dates", limit: 60)
            let dates = texts.compactMap { CalendarDate(iso: $0) }
            guard dates.count >= 2, Set(dates).count == texts.count else { throw part.invalid("dates") }
            rule = .custom(dates.sorted())
            customInformation = try part.optionalText("additionalInformation")
        }
        additionalInformation = try reader.optionalText("additionalInformation")
    }

    var json: JSONValue {
        var object = MessageWriter()
        switch rule {
        case .single(let date): object["single"] = ["date": .string(date.iso)]
        case .daily(let start, let quantity):
            object["daily"] = ["startDate": .string(start.iso), "quantity": JSONValue(quantity)]
        case .weekly(let weekday, let start, let quantity):
            object["weekly"] = [
                "dayOfWeek": .string(weekday.rawValue), "startDate": .string(start.iso),
                "quantity": JSONValue(quantity),
            ]
        case .monthly(let day, let start, let quantity):
            object["monthly"] = [
                "dayOfMonth": JSONValue(day), "startDate": .string(start.iso), "quantity": JSONValue(quantity),
            ]
        case .custom(let dates):
            var custom = MessageWriter()
            custom["dates"] = .array(dates.map { JSONValue.string($0.iso) })
            custom.set("additionalInformation", customInformation)
            object["custom"] = .object(custom.object)
        }
        object.set("additionalInformation", additionalInformation)
        return .object(object.object)
    }
}

extension PaymentSchedule.Rule {
    /// The same days in their order, so that equal schedules are equal.
    fileprivate var inOrder: Self {
        guard case .custom(let days) = self else { return self }
        return .custom(days.sorted())
    }
}

extension MessageReader {
    fileprivate func optionalText(_ name: String) throws(InstitutionMessageError) -> String? {
        has(name) ? try text(name, limit: 1_020) : nil
    }

    fileprivate func day(_ name: String) throws(InstitutionMessageError) -> CalendarDate {
        guard let day = CalendarDate(iso: try string(name, limit: 10)) else { throw invalid(name) }
        return day
    }

    fileprivate func count(_ range: ClosedRange<Int>) throws(InstitutionMessageError) -> Int {
        let count = try integer("quantity")
        guard range.contains(count) else { throw invalid("quantity") }
        return count
    }
}
