import ChaveBase

/// An amount of Brazilian reais in whole centavos, never negative.
///
/// No binary floating point is used: the code reads texts digit by digit, so the amount paid is the amount sent.
public struct Money: Hashable, Sendable {
    /// The amount in centavos, never negative.
    public let centavos: Int64

    /// An amount; `nil` when `centavos` is negative.
    public init?(centavos: Int64) {
        guard centavos >= 0 else { return nil }
        self.centavos = centavos
    }

    /// Reads `[0-9]{1,12}(\.[0-9]{1,2})?` and nothing else: no sign, no exponent, no third decimal, no space.
    public init?(decimal text: String) {
        guard text.utf8.count <= 15 else { return nil }
        var reader = DigitReader(text.utf8)
        let reais = reader.takeAll()
        guard (1...12).contains(reais.count) else { return nil }
        var centavos = Money.number(reais) * 100
        if reader.skip(".") {
            let decimals = reader.takeAll()
            guard (1...2).contains(decimals.count) else { return nil }
            centavos += Money.number(decimals) * (decimals.count == 1 ? 10 : 1)
        }
        guard reader.isAtEnd else { return nil }
        self.centavos = centavos
    }

    /// Zero centavos.
    public static let zero = Money(unchecked: 0)

    /// 999,999,999,999.99 reais: the largest amount that one message can hold.
    public static let largestWritable = Money(unchecked: 99_999_999_999_999)

    /// The amount in reais with two decimals: `12.34`.
    public var decimal: String { "\(centavos / 100).\(padded(Int(centavos % 100), 2))" }

    /// The sum of both amounts; `nil` when it does not fit.
    public func adding(_ other: Money) -> Money? {
        let (sum, overflow) = centavos.addingReportingOverflow(other.centavos)
        return overflow ? nil : Money(unchecked: sum)
    }

    /// The difference of both amounts; `nil` when `other` is larger.
    public func subtracting(_ other: Money) -> Money? { Money(centavos: centavos - other.centavos) }

    private init(unchecked centavos: Int64) { self.centavos = centavos }

    /// The number of at most twelve digits, which always fits.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int64 {
        digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }
}

extension Money: Comparable {
    public static func < (lhs: Money, rhs: Money) -> Bool { lhs.centavos < rhs.centavos }
}

extension Money: CustomStringConvertible {
    public var description: String { "R$ \(decimal)" }
}

extension Money: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let money = Money(centavos: try container.decode(Int64.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Centavos are never negative.")
        }
        self = money
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(centavos)
    }
}
