import ChaveBase
public import ChaveWire

/// The schedule in the API's form: one member with the rule's name, as in Open Finance.
extension PaymentSchedule {
    private static let names = ["single", "daily", "weekly", "monthly", "custom"]

    /// The table of the members, and the source of the OpenAPI document.
    public static let schema = Schema(
        "PaymentSchedule",
        "The days of later payments: exactly one of the rules.",
        [
            rule("single", "ScheduleSingle", "One payment on one day.", [day("date", "The day of the payment.")]),
            rule("daily", "ScheduleDaily", "A payment on each day.", [start, quantity(60)]),
            rule(
                "weekly",
                "ScheduleWeekly",
                "A payment in each week.",
                [
                    Field(
                        "day_of_week",
                        .enumeration(Weekday.allCases.map(\.rawValue)),
                        .required,
                        "The day of the week, by its name in Open Finance."
                    ), start, quantity(60),
                ]
            ),
            rule(
                "monthly",
                "ScheduleMonthly",
                "A payment in each month.",
                [
                    Field(
                        "day_of_month",
                        .integer(1...31),
                        .required,
                        "The day of the month; the first of the next month where a month has no such day."
                    ), start, quantity(24),
                ]
            ),
            rule(
                "custom",
                "ScheduleCustom",
                "Payments on days of your own.",
                [
                    Field(
                        "dates",
                        .array(.text(.anyDate), count: 2...60, takesSingleValue: false),
                        .required,
                        "The days, all different."
                    )
                ]
            ),
            Field("additional_information", .text(longest: 255), .optional, "What the bank shows beside the days."),
        ]
    )

    private static func rule(_ name: String, _ schema: String, _ summary: String, _ fields: [Field]) -> Field {
        let others = names.filter { $0 != name }
        return Field(
            name,
            .object(Schema(schema, summary, fields)),
            name == names[0] ? .requiredWhen(.withoutAll(others)) : .optional,
            excludes: others,
            summary
        )
    }

    private static func day(_ name: String, _ summary: String) -> Field {
        Field(name, .text(.anyDate), .required, summary)
    }

    private static let start = day("start_date", "The first possible day.")

    private static func quantity(_ most: Int64) -> Field {
        Field("quantity", .integer(2...most), .required, "The number of payments.")
    }

    /// Reads a checked member; `nil` when it is absent or `null`.
    ///
    /// - Throws: the error of the same day twice.
    init?(_ name: String, in reader: FieldReader) throws(FieldErrors) {
        guard let schedule = reader.findObject(name) else { return nil }
        try self.init(checked: schedule)
    }

    private init(checked reader: FieldReader) throws(FieldErrors) {
        let rules = PaymentSchedule.names.compactMap { name in reader.findObject(name).map { (name, $0) } }
        guard let (name, part) = rules.first else { throw reader.failure(PaymentSchedule.names[0]) }
        let rule: Rule
        switch name {
        case "single": rule = .single(try part.read("date"))
        case "daily": rule = .daily(start: try part.read("start_date"), quantity: try part.count("quantity"))
        case "weekly":
            guard let weekday = Weekday(rawValue: try part.read("day_of_week")) else {
                throw part.failure("day_of_week")
            }
            rule = .weekly(on: weekday, start: try part.read("start_date"), quantity: try part.count("quantity"))
        case "monthly":
            rule = .monthly(
                dayOfMonth: try part.count("day_of_month"),
                start: try part.read("start_date"),
                quantity: try part.count("quantity")
            )
        default:
            let dates = part.texts("dates").compactMap { CalendarDate(iso: $0) }
            guard Set(dates).count == dates.count else {
                let field = part.pathOf("dates")
                throw FieldErrors(FieldError(code: .invalid, field: field, message: "Send each day once."))
            }
            rule = .custom(dates)
        }
        self.init(rule, additionalInformation: reader.find("additional_information"))
    }

    /// The members in the API's form.
    public var json: JSONValue {
        var object = JSONObject()
        switch rule {
        case .single(let day): object["single"] = ["date": day.scalar]
        case .daily(let start, let quantity):
            object["daily"] = ["start_date": start.scalar, "quantity": JSONValue(quantity)]
        case .weekly(let weekday, let start, let quantity):
            object["weekly"] = [
                "day_of_week": .string(weekday.rawValue), "start_date": start.scalar, "quantity": JSONValue(quantity),
            ]
        case .monthly(let day, let start, let quantity):
            object["monthly"] = [
                "day_of_month": JSONValue(day), "start_date": start.scalar, "quantity": JSONValue(quantity),
            ]
        case .custom(let days): object["custom"] = ["dates": .array(days.map(\.scalar))]
        }
        object.writeIfAny("additional_information", additionalInformation)
        return .object(object)
    }

    /// The dotted path of the member that decides the days, in a request for a payment.
    public var fieldOfDays: String {
        switch rule {
        case .single: "schedule.single.date"
        case .daily: "schedule.daily.start_date"
        case .weekly: "schedule.weekly.start_date"
        case .monthly: "schedule.monthly.start_date"
        case .custom: "schedule.custom.dates"
        }
    }

    /// Reads the JSON that ``json`` writes; `nil` for anything else.
    public init?(stored text: String) {
        guard let json = try? JSONValue(parsing: text), let reader = try? FieldReader(json),
            let read = try? PaymentSchedule(checked: reader)
        else { return nil }
        self = read
    }
}

extension FieldReader {
    /// A whole number that the table has checked.
    fileprivate func count(_ name: String) throws(FieldErrors) -> Int { Int(clamping: try read(name) as Int64) }
}
