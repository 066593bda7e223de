import ChavePixModel

/// The days of scheduled payments (Payments 5.0.0 and 4.1.0).
extension Schema {
    static func ofbSchedule(_ version: WireVersion) -> Schema {
        let rules: [Field] = [
            rule("single", single, "One day."),
            rule("daily", daily, "Every day."),
            rule("weekly", weekly, "Every week."),
            rule("monthly", monthly, "Every month."),
            rule("custom", custom(version), "Days of one's own choice."),
        ]
        return Schema(
            "Schedule",
            "The days of payments, by exactly one rule.",
            rules + words(in: version, of: .payments5)
        )
    }

    private static let names = ["single", "daily", "weekly", "monthly", "custom"]

    private static func rule(_ name: String, _ table: Schema, _ summary: String) -> Field {
        .optional(name, .object(table), excludes: names.filter { $0 != name }, summary)
    }

    /// The words about a schedule: version 5 demands them of every schedule, version 4 of days of one's own choice.
    private static func words(in version: WireVersion, of wanted: WireVersion) -> [Field] {
        guard version == wanted else { return [] }
        return [.required("additionalInformation", .ofbText(atMost: 255), "The schedule in words.")]
    }

    private static let single = Schema(
        "SingleSchedule",
        "One payment on a later day.",
        [.required("date", .ofbDay, "The day of the payment.")]
    )

    private static let daily = Schema(
        "DailySchedule",
        "A payment every day.",
        [
            .required("startDate", .ofbDay, "The first day."),
            .required("quantity", .integer(2...60), "The number of payments."),
        ]
    )

    private static let weekly = Schema(
        "WeeklySchedule",
        "A payment every week.",
        [
            .required(
                "dayOfWeek",
                .enumeration([
                    "SEGUNDA_FEIRA", "TERCA_FEIRA", "QUARTA_FEIRA", "QUINTA_FEIRA", "SEXTA_FEIRA", "SABADO", "DOMINGO",
                ]),
                "The day of the week."
            ),
            .required("startDate", .ofbDay, "The day from which on the weeks count."),
            .required("quantity", .integer(2...60), "The number of payments."),
        ]
    )

    private static let monthly = Schema(
        "MonthlySchedule",
        "A payment every month.",
        [
            .required("dayOfMonth", .integer(1...31), "The day of the month."),
            .required("startDate", .ofbDay, "The day from which on the months count."),
            .required("quantity", .integer(2...24), "The number of payments."),
        ]
    )

    private static func custom(_ version: WireVersion) -> Schema {
        let days = Field.required("dates", .ofbList(of: .ofbDay, atLeast: 2, atMost: 60), "The days.")
        return Schema("CustomSchedule", "Payments on given days.", [days] + words(in: version, of: .payments4))
    }
}
