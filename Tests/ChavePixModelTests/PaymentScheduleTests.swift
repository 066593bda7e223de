import ChaveBase
import ChavePixModel
import ChaveWire
import Testing

/// The days of schedules, and which forms of them a request takes.
struct PaymentScheduleTests {
    private static func json(_ text: String) -> JSONValue { Sample.json(text) }

    private func request(_ schedule: String) -> JSONValue {
        Sample.createPaymentIntent.replacing(["schedule"], with: Self.json(schedule))
    }

    private func read(_ schedule: String) throws -> PaymentSchedule {
        try #require(try CreatePaymentIntentRequest(json: request(schedule), in: SchemaContext()).schedule)
    }

    @Test(arguments: [
        (#"{"single": {"date": "2026-07-20"}}"#, ["2026-07-20"]),
        (
            #"{"daily": {"start_date": "2026-07-30", "quantity": 3}}"#,
            ["2026-07-30", "2026-07-31", "2026-08-01"]
        ),
        // 14 July 2026 is a Tuesday.
        (
            #"{"weekly": {"day_of_week": "TERCA_FEIRA", "start_date": "2026-07-14", "quantity": 2}}"#,
            ["2026-07-14", "2026-07-21"]
        ),
        (
            #"{"weekly": {"day_of_week": "SEGUNDA_FEIRA", "start_date": "2026-07-14", "quantity": 2}}"#,
            ["2026-07-20", "2026-07-27"]
        ),
        // A month without the day has the day after its last one.
        (
            #"{"monthly": {"day_of_month": 31, "start_date": "2026-01-31", "quantity": 3}}"#,
            ["2026-01-31", "2026-03-01", "2026-03-31"]
        ),
        (
            #"{"monthly": {"day_of_month": 5, "start_date": "2026-12-06", "quantity": 2}}"#,
            ["2027-01-05", "2027-02-05"]
        ),
        (
            #"{"custom": {"dates": ["2026-08-02", "2026-07-30"]}, "additional_information": "Aluguel"}"#,
            ["2026-07-30", "2026-08-02"]
        ),
    ])
    func daysFollowTheRule(_ schedule: String, _ days: [String]) throws {
        let read = try read(schedule)
        #expect(read.days.map(\.iso) == days)
        #expect(read.rule.recurs == (days.count > 1))
        #expect(read.json == Self.json(schedule))
        #expect(PaymentSchedule(stored: read.json.text) == read)
    }

    @Test(arguments: [
        (#"{}"#, "required schedule.single"),
        (#"{"single": null}"#, "null schedule.single"),
        (#"{"single": {}}"#, "required schedule.single.date"),
        (#"{"single": {"date": "2026-02-30"}}"#, "invalid schedule.single.date"),
        (#"{"daily": {"start_date": "2026-07-20", "quantity": 1}}"#, "invalid schedule.daily.quantity"),
        (#"{"daily": {"start_date": "2026-07-20", "quantity": 61}}"#, "invalid schedule.daily.quantity"),
        (#"{"daily": {"start_date": "2026-07-20", "quantity": 2.5}}"#, "invalid schedule.daily.quantity"),
        (
            #"{"weekly": {"day_of_week": "MONDAY", "start_date": "2026-07-20", "quantity": 2}}"#,
            "invalid schedule.weekly.day_of_week"
        ),
        (
            #"{"monthly": {"day_of_month": 32, "start_date": "2026-07-20", "quantity": 2}}"#,
            "invalid schedule.monthly.day_of_month"
        ),
        (
            #"{"monthly": {"day_of_month": 1, "start_date": "2026-07-20", "quantity": 25}}"#,
            "invalid schedule.monthly.quantity"
        ),
        (#"{"custom": {"dates": ["2026-07-20"]}}"#, "invalid schedule.custom.dates"),
        (#"{"custom": {"dates": ["2026-07-20", "2026-07-20"]}}"#, "invalid schedule.custom.dates"),
    ])
    func aFormThatIsNoScheduleIsRefused(_ schedule: String, _ expected: String) {
        do throws(FieldErrors) {
            _ = try CreatePaymentIntentRequest(json: request(schedule), in: SchemaContext())
            Issue.record("\(schedule) was taken")
        } catch {
            #expect(error.items.map { "\($0.code) \($0.field)" } == [expected])
        }
    }

    @Test func twoRulesAreOneTooMany() {
        let both = request(
            #"{"single": {"date": "2026-07-20"}, "daily": {"start_date": "2026-07-20", "quantity": 2}}"#
        )
        #expect(throws: FieldErrors.self) { try CreatePaymentIntentRequest(json: both, in: SchemaContext()) }
    }

    @Test func anAnswerWithAnEndlessScheduleHasFewDays() {
        let rule = PaymentSchedule.Rule.daily(start: CalendarDate(daysSince1970: 20_000), quantity: .max)
        #expect(PaymentSchedule(rule).days.count == 60)
        #expect(PaymentSchedule(.daily(start: CalendarDate(daysSince1970: 0), quantity: -1)).days.isEmpty)
    }
}
