/// The identifier of one object: a UUID, always written in lower case.
///
/// `Kind` separates the ids of different objects at compile time; it is not stored.
public struct ResourceID<Kind>: Hashable, Sendable {
    /// The first eight bytes, big-endian.
    public let high: UInt64
    /// The last eight bytes, big-endian.
    public let low: UInt64

    /// Creates the id from its two halves, without checking that it is a UUID of a known version.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads the 36 characters of RFC 9562, section 4, in either case.
    public init?(_ text: String) {
        var text = text
        guard let id = text.withUTF8(ResourceID.init(characters:)) else { return nil }
        self = id
    }

    private init?(characters: UnsafeBufferPointer<UInt8>) {
        guard characters.count == 36 else { return nil }
        var halves: (high: UInt64, low: UInt64) = (0, 0)
        for (index, character) in characters.enumerated() {
            if ResourceID.isHyphen(at: index) {
                guard character == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = hexValue(character).map(UInt64.init) else { return nil }
            if index < 18 { halves.high = halves.high << 4 | digit } else { halves.low = halves.low << 4 | digit }
        }
        (high, low) = halves
    }

    /// The 16 bytes in network order; `nil` for another count.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The 16 bytes in network order.
    public var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 16) { bytes, count in
            for index in 0..<16 { bytes[index] = UInt8(truncatingIfNeeded: digits(upTo: index * 2 + 1)) }
            count = 16
        }
    }

    /// The UUID in lower case, with hyphens.
    public var text: String {
        String(unsafeUninitializedCapacity: 36) { characters in
            var digit = 0
            for index in 0..<36 {
                if ResourceID.isHyphen(at: index) {
                    characters[index] = UInt8(ascii: "-")
                } else {
                    characters[index] = ResourceID.hexDigit(UInt8(truncatingIfNeeded: digits(upTo: digit) & 0x0F))
                    digit += 1
                }
            }
            return 36
        }
    }

    /// A number whose lowest four bits are the hexadecimal digit at `index`, of 32.
    private func digits(upTo index: Int) -> UInt64 {
        index < 16 ? high >> UInt64(60 - index * 4) : low >> UInt64(124 - index * 4)
    }

    /// A new version 7 id (RFC 9562, section 5.7), so that ids sort by the time of their creation.
    ///
    /// The twelve bits after the milliseconds hold the fraction of the millisecond (section 6.2, method 3). The other
    /// 62 bits come from `random`.
    ///
    /// - Precondition: `random` has at least eight bytes.
    public static func version7(at now: Timestamp, random: [UInt8]) -> ResourceID {
        precondition(random.count >= 8, "a version 7 UUID needs eight random bytes")
        let microseconds = UInt64(max(0, now.microseconds))
        let milliseconds = microseconds / 1_000 & 0xFFFF_FFFF_FFFF
        let fraction = microseconds % 1_000 * 4_096 / 1_000
        let noise = random[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return ResourceID(
            high: milliseconds << 16 | 0x7000 | fraction,
            low: 0x8000_0000_0000_0000 | noise & 0x3FFF_FFFF_FFFF_FFFF
        )
    }

    private static func isHyphen(at index: Int) -> Bool { index == 8 || index == 13 || index == 18 || index == 23 }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

extension ResourceID: Comparable {
    /// The same order as that of the texts.
    public static func < (lhs: ResourceID, rhs: ResourceID) -> Bool { (lhs.high, lhs.low) < (rhs.high, rhs.low) }
}

extension ResourceID: CustomStringConvertible {
    public var description: String { text }
}

extension ResourceID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = ResourceID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Send a UUID.")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
