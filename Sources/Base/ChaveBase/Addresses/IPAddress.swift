/// An internet address: IPv4 (RFC 791) or IPv6 (RFC 4291).
///
/// An IPv4 address inside an IPv6 address (`::ffff:192.0.2.1`) is not equal to the IPv4 address; ``unmapped`` makes
/// them equal.
public enum IPAddress: Hashable, Sendable {
    /// The four bytes as one number, the first byte highest.
    case v4(UInt32)
    /// The first and the last eight bytes, the first byte of each highest.
    case v6(high: UInt64, low: UInt64)

    /// The 4 or 16 bytes in network order; `nil` for another count.
    public init?(bytes: [UInt8]) {
        func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        switch bytes.count {
        case 4: self = .v4(UInt32(truncatingIfNeeded: number(bytes[...])))
        case 16: self = .v6(high: number(bytes[..<8]), low: number(bytes[8...]))
        default: return nil
        }
    }

    /// Reads four decimal numbers, or IPv6 text with `::` and an embedded IPv4 address; no brackets, no port, no zone.
    public init?(_ text: some StringProtocol) {
        if let number = IPAddress.v4Number(text.utf8) {
            self = .v4(number)
        } else if let bytes = IPAddress.v6Bytes(Substring(text)) {
            self.init(bytes: bytes)
        } else {
            return nil
        }
    }

    /// The 4 or 16 bytes in network order.
    public var bytes: [UInt8] {
        switch self {
        case .v4(let number): withUnsafeBytes(of: number.bigEndian, Array.init)
        case .v6(let high, let low): [high, low].flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) }
        }
    }

    /// The IPv4 address that an IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2) carries; any other address itself.
    public var unmapped: IPAddress {
        guard case .v6(high: 0, let low) = self, low >> 32 == 0xFFFF else { return self }
        return .v4(UInt32(truncatingIfNeeded: low))
    }

    /// Whether the address is the machine itself: `127.0.0.0/8` and `::1`, also as an IPv4-mapped address.
    public var isLoopback: Bool {
        switch unmapped {
        case .v4(let number): number >> 24 == 127
        case .v6(let high, let low): high == 0 && low == 1
        }
    }

    /// The part of the address that identifies one customer of a network: an IPv4 address, or the first 64 bits of IPv6
    /// (RFC 6177).
    ///
    /// A machine can choose the other 64 bits of an IPv6 address as it likes.
    public var subscriber: IPAddress {
        switch unmapped {
        case .v4(let number): .v4(number)
        case .v6(let high, _): .v6(high: high, low: 0)
        }
    }

    /// Parses without intermediate strings, because the server reads one address for each request.
    ///
    /// The format is four numbers without leading zeros.
    private static func v4Number(_ text: some Collection<UInt8>) -> UInt32? {
        var (address, field, digits, dots) = (UInt32(0), UInt32(0), 0, 0)
        for byte in text {
            if isDigit(byte) {
                guard digits < 3, digits == 0 || field > 0 else { return nil }
                field = field * 10 + UInt32(byte - UInt8(ascii: "0"))
                digits += 1
            } else {
                guard byte == UInt8(ascii: "."), digits > 0, field <= 255, dots < 3 else { return nil }
                address = address << 8 | field
                (field, digits, dots) = (0, 0, dots + 1)
            }
        }
        return digits > 0 && field <= 255 && dots == 3 ? address << 8 | field : nil
    }

    private static func v6Bytes(_ text: Substring) -> [UInt8]? {
        guard let gap = zip(text.indices, text.indices.dropFirst()).first(where: { text[$0] == ":" && text[$1] == ":" })
        else {
            guard let bytes = groups(text), bytes.count == 16 else { return nil }
            return bytes
        }
        guard let head = groups(text[..<gap.0], endsHere: false),
            let tail = groups(text[text.index(after: gap.1)...]), head.count + tail.count <= 14
        else { return nil }
        return head + Array(repeating: 0, count: 16 - head.count - tail.count) + tail
    }

    /// An IPv4 address is allowed only at the end of the whole text.
    private static func groups(_ text: Substring, endsHere: Bool = true) -> [UInt8]? {
        if text.isEmpty { return [] }
        var bytes: [UInt8] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if endsHere, index == parts.count - 1, let embedded = v4Number(part.utf8) {
                bytes += IPAddress.v4(embedded).bytes
            } else if (1...4).contains(part.utf8.count), let group = UInt16(part, radix: 16), part.first != "+" {
                bytes += [UInt8(group >> 8), UInt8(truncatingIfNeeded: group)]
            } else {
                return nil
            }
        }
        return bytes
    }
}
