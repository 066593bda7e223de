public import ChaveBase

/// The name of one Pix payment across all banks.
///
///     E43215815 202506131500 9OzwiMmDSO7
///     │└─ ISPB  └─ minute, UTC └─ 11 characters, unique within the minute
///     └─ always E
///
/// Case counts: two ids that differ in case only are two payments.
public struct EndToEndID: Hashable, Sendable {
    /// `E`, the payer's bank, date and time, and 11 characters.
    public let text: String

    /// An id; `nil` unless the text has the form of Open Finance Brasil's payments API, with an existing minute.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 32, bytes[0] == UInt8(ascii: "E"),
            bytes[1..<9].allSatisfy({ isDigit($0) || isUppercase($0) }),
            bytes[21...].allSatisfy({ isDigit($0) || isUppercase($0) || isLowercase($0) }),
            EndToEndID.minute(bytes[9..<21]) != nil
        else { return nil }
        self.text = text
    }

    /// A new id.
    ///
    /// `nil` when `ispb` is not eight digits or capital letters.
    ///
    /// - Precondition: `random` has at least sixteen bytes.
    public init?(ispb: String, at now: Timestamp, random: [UInt8]) {
        precondition(random.count >= 16, "an end-to-end id needs sixteen random bytes")
        self.init("E\(ispb)\(now.pixMinute)\(EndToEndID.suffix(random))")
    }

    /// The ISPB of the participant that made the id.
    public var ispb: String { String(text.dropFirst().prefix(8)) }

    /// The minute in which the id was made; a scheduled payment has 15:00 UTC of its day.
    public var minute: Timestamp { EndToEndID.minute(Array(text.utf8)[9..<21]) ?? Timestamp(microseconds: 0) }

    private static func minute(_ digits: ArraySlice<UInt8>) -> Timestamp? {
        var reader = DigitReader(digits)
        guard let year = reader.take(4), let month = reader.take(2), let day = reader.take(2),
            let hour = reader.take(2), let minute = reader.take(2), hour < 24, minute < 60,
            let date = CalendarDate(year: year, month: month, day: day)
        else { return nil }
        return Timestamp(startOf: date).adding(seconds: hour * 3_600 + minute * 60)
    }

    /// Eleven base-62 digits from the first 128 bits of `random`.
    ///
    /// 62¹¹ values need about half of these bits; the other half makes the digits evenly distributed.
    private static func suffix(_ random: [UInt8]) -> String {
        var number = Array(random[..<16])
        let characters = (0..<11).map { _ in
            var remainder = 0
            for index in number.indices {
                let value = remainder << 8 | Int(number[index])
                number[index] = UInt8(truncatingIfNeeded: value / 62)
                remainder = value % 62
            }
            return alphabet[remainder]
        }
        return String(decoding: characters, as: UTF8.self)
    }

    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
}

extension EndToEndID: CustomStringConvertible {
    public var description: String { text }
}

extension EndToEndID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = EndToEndID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Send an end-to-end id.")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
