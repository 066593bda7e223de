extension Timestamp {
    /// RFC 3339 in UTC with six fraction digits and `Z`: `2024-11-26T11:20:57.389056Z`.
    ///
    /// RFC 3339 covers the years 0 to 9999; a moment outside of them is written as the nearest moment inside.
    public var rfc3339: String {
        let clock = clock
        let time = "\(padded(clock.hour, 2)):\(padded(clock.minute, 2)):\(padded(clock.second, 2))"
        return "\(clock.date.iso)T\(time).\(padded(clock.microsecond, 6))Z"
    }

    /// The day in UTC, `YYYY-MM-DD`.
    public var isoDate: String { date.iso }

    /// The day in UTC.
    public var date: CalendarDate { clock.date }

    /// The minute in UTC as an end-to-end id writes it: `yyyyMMddHHmm`.
    public var pixMinute: String {
        let clock = clock
        return padded(clock.date.year, 4) + padded(clock.date.month, 2) + padded(clock.date.day, 2)
            + padded(clock.hour, 2) + padded(clock.minute, 2)
    }

    /// Reads RFC 3339 with any offset and any number of fraction digits; digits below a microsecond are cut off.
    ///
    /// `nil` for anything else, also for days and hours that do not exist and for leap seconds, which this type cannot
    /// represent.
    public init?(rfc3339 text: String) {
        guard text.utf8.count <= 64 else { return nil }
        var reader = DigitReader(text.utf8)
        guard let year = reader.take(4), reader.skip("-"), let month = reader.take(2), reader.skip("-"),
            let day = reader.take(2), reader.skip("T") || reader.skip("t"), let hour = reader.take(2),
            reader.skip(":"), let minute = reader.take(2), reader.skip(":"), let second = reader.take(2),
            hour < 24, minute < 60, second < 60, let date = CalendarDate(year: year, month: month, day: day),
            let fraction = Timestamp.fraction(&reader), let offset = Timestamp.offset(&reader), reader.isAtEnd
        else { return nil }
        let secondOfDay = Int64(hour * 3_600 + minute * 60 + second - offset)
        microseconds = (date.daysSince1970 * 86_400 + secondOfDay) * 1_000_000 + fraction
    }

    /// Midnight in UTC at the start of a day.
    public init(startOf date: CalendarDate) { microseconds = date.daysSince1970 * 86_400_000_000 }

    private struct Clock {
        var date: CalendarDate
        var hour, minute, second, microsecond: Int
    }

    private var clock: Clock {
        let limited = min(max(microseconds, Timestamp.firstWritable), Timestamp.lastWritable)
        let days = floorDivide(limited, 86_400_000_000)
        let ofDay = limited - days * 86_400_000_000
        let second = Int(ofDay / 1_000_000)
        return Clock(
            date: CalendarDate(daysSince1970: days),
            hour: second / 3_600,
            minute: second / 60 % 60,
            second: second % 60,
            microsecond: Int(ofDay % 1_000_000)
        )
    }

    /// The first microsecond of year 0 and the last of year 9999.
    private static let firstWritable: Int64 = -719_528 * 86_400_000_000
    private static let lastWritable: Int64 = 2_932_897 * 86_400_000_000 - 1

    /// The fraction in microseconds, 0 where none is written; `nil` for a point without digits.
    private static func fraction(_ reader: inout DigitReader) -> Int64? {
        guard reader.skip(".") else { return 0 }
        let digits = reader.takeAll()
        guard !digits.isEmpty else { return nil }
        let written = digits.prefix(6).reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        return (digits.count..<max(6, digits.count)).reduce(written) { value, _ in value * 10 }
    }

    /// Seconds east of UTC; `nil` when there is no offset.
    private static func offset(_ reader: inout DigitReader) -> Int? {
        if reader.skip("Z") || reader.skip("z") { return 0 }
        let isWest = reader.skip("-")
        guard isWest || reader.skip("+"), let hours = reader.take(2), reader.skip(":"), let minutes = reader.take(2),
            hours < 24, minutes < 60
        else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        return isWest ? -seconds : seconds
    }
}

extension Timestamp: CustomStringConvertible {
    public var description: String { rfc3339 }
}
