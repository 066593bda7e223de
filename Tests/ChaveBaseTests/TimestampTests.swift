import ChaveBase
import Testing

struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2024-11-26T11:20:57.389056Z", 1_732_620_057_389_056),
        ("1969-12-31T23:59:59.999999Z", -1), ("2000-02-29T12:00:00Z", 951_825_600_000_000),
        ("2024-11-26T08:20:57.389056-03:00", 1_732_620_057_389_056),
        ("2024-11-26T16:50:57.389056+05:30", 1_732_620_057_389_056), ("2024-11-26t11:20:57z", 1_732_620_057_000_000),
        ("2024-11-26T11:20:57.3Z", 1_732_620_057_300_000), ("2024-11-26T11:20:57.3890569999Z", 1_732_620_057_389_056),
        ("0000-01-01T00:00:00Z", -62_167_219_200_000_000), ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
    ])
    func aTimeIsRead(text: String, microseconds: Int64) {
        #expect(Timestamp(rfc3339: text)?.microseconds == microseconds)
    }

    @Test(arguments: [
        "", "2024-11-26", "2024-11-26T11:20:57", "2024-11-26 11:20:57Z", "2024-13-01T00:00:00Z",
        "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-04-31T00:00:00Z", "2024-00-10T00:00:00Z",
        "2024-01-00T00:00:00Z", "2024-11-26T24:00:00Z", "2024-11-26T11:60:00Z", "2024-12-31T23:59:60Z",
        "2024-11-26T11:20:57.Z", "2024-11-26T11:20:57,5Z", "2024-11-26T11:20:57+3:00", "2024-11-26T11:20:57+24:00",
        "2024-11-26T11:20:57-03:60", "2024-11-26T11:20:57Z ", "２024-11-26T11:20:57Z", "+2024-11-26T11:20:57Z",
        "2024-11-26T11:20:57-0300", "20241126T112057Z",
    ])
    func whatIsNoTimeIsRefused(_ text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test func everyTruncationIsRefused() {
        let text = "2024-11-26T11:20:57.389056-03:00"
        for length in 0..<text.count { #expect(Timestamp(rfc3339: String(text.prefix(length))) == nil) }
    }

    @Test func everyWrittenTimeIsReadAgain() {
        var random = SeededGenerator(seed: 2)
        let range: ClosedRange<Int64> = -62_167_219_200_000_000...253_402_300_799_999_999
        for _ in 0..<5_000 {
            let moment = Timestamp(microseconds: .random(in: range, using: &random))
            #expect(Timestamp(rfc3339: moment.rfc3339) == moment)
            #expect(moment.rfc3339.utf8.count == 27)
        }
    }

    @Test func everyDayOfFourHundredYearsIsReadAgain() {
        // The calendar repeats after 400 years.
        var previous = CalendarDate(daysSince1970: -719_529 + 1)
        for days in Int64(-719_527)...(-719_528 + 146_097) {
            let date = CalendarDate(daysSince1970: days)
            #expect(date.daysSince1970 == days)
            #expect(previous < date)
            previous = date
        }
        #expect(CalendarDate(daysSince1970: -719_528).iso == "0000-01-01")
        #expect(CalendarDate(daysSince1970: 2_932_896).iso == "9999-12-31")
    }

    @Test func aMomentOutsideTheCalendarIsWrittenAsTheNearestInside() {
        #expect(Timestamp(microseconds: .max).rfc3339 == "9999-12-31T23:59:59.999999Z")
        #expect(Timestamp(microseconds: .min).rfc3339 == "0000-01-01T00:00:00.000000Z")
        #expect(CalendarDate(daysSince1970: .max).iso == "9999-12-31")
        #expect(CalendarDate(daysSince1970: .min).iso == "0000-01-01")
    }

    @Test func arithmeticSaturates() {
        #expect(Timestamp(microseconds: .max).adding(seconds: 1) == Timestamp(microseconds: .max))
        #expect(Timestamp(microseconds: .min).adding(milliseconds: -1) == Timestamp(microseconds: .min))
        #expect(Timestamp(seconds: .max) == Timestamp(microseconds: .max))
        #expect(Timestamp(microseconds: 0).adding(seconds: UInt64.max) == Timestamp(microseconds: .max))
        #expect(Timestamp(microseconds: .max).microseconds(since: Timestamp(microseconds: .min)) == .max)
        #expect(Timestamp(microseconds: .min).microseconds(since: Timestamp(microseconds: .max)) == .min)
    }

    @Test func partsOfAMoment() {
        let moment = Timestamp(microseconds: 1_732_620_057_389_056)
        #expect(moment.isoDate == "2024-11-26")
        #expect(moment.pixMinute == "202411261120")
        #expect(moment.seconds == 1_732_620_057)
        #expect(moment.milliseconds == 1_732_620_057_389)
        #expect(Timestamp(microseconds: -1).seconds == -1)
        #expect(moment.adding(seconds: 300).adding(milliseconds: 5) == Timestamp(microseconds: 1_732_620_357_394_056))
    }

    @Test(arguments: [
        "2024-2-29", "2023-02-29", "24-02-28", "2024-02-30", "2024/02/28", "2024-02-28T", "", "0000-00-00",
    ])
    func aDayThatDoesNotExistIsRefused(_ text: String) {
        #expect(CalendarDate(iso: text) == nil)
    }
}
