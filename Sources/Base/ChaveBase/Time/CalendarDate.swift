/// A day of the proleptic Gregorian calendar that exists, in the years 0 to 9999.
public struct CalendarDate: Hashable, Sendable {
    /// From 0 to 9999.
    public let year: Int
    /// From 1 to 12.
    public let month: Int
    /// From 1 to the last day of the month.
    public let day: Int

    /// `nil` for a day that does not exist, such as 29 February 2025.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= CalendarDate.length(ofMonth: month, year: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads `YYYY-MM-DD`; both month and day have two digits.
    public init?(iso text: String) {
        var digits = DigitReader(text.utf8)
        guard let year = digits.take(4), digits.skip("-"), let month = digits.take(2), digits.skip("-"),
            let day = digits.take(2), digits.isAtEnd
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day `days` days after 1 January 1970; before year 0 and after 9999 the nearest existing day.
    public init(daysSince1970 days: Int64) {
        let clamped = min(max(days, CalendarDate.firstDay), CalendarDate.lastDay)
        // Days are counted from 1 March of year 0, so that a leap day is the last day of its year; 400 years are
        // 146,097 days.
        let shifted = clamped + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
        month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
    }

    /// The number of days after 1 January 1970; negative before.
    public var daysSince1970: Int64 {
        let shiftedYear = Int64(month <= 2 ? year - 1 : year)
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let shiftedMonth = Int64(month > 2 ? month - 3 : month + 9)
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// `YYYY-MM-DD`.
    public var iso: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }

    /// 1 January 0 and 31 December 9999.
    private static let firstDay: Int64 = -719_528
    private static let lastDay: Int64 = 2_932_896

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}

extension CalendarDate: Comparable {
    public static func < (lhs: CalendarDate, rhs: CalendarDate) -> Bool {
        (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
    }
}

extension CalendarDate: CustomStringConvertible {
    public var description: String { iso }
}

extension CalendarDate: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let date = CalendarDate(iso: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Send a real date as YYYY-MM-DD.")
        }
        self = date
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(iso)
    }
}
