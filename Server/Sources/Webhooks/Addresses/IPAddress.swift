/// An internet address as its bytes: 4 or 16.
public enum IPAddress: Hashable, Sendable {
    case v4([UInt8])
    case v6([UInt8])

    public init?(bytes: [UInt8]) {
        switch bytes.count {
        case 4: self = .v4(bytes)
        case 16: self = .v6(bytes)
        default: return nil
        }
    }

    /// Four decimal numbers, or RFC 4291 text with `::` and an embedded IPv4 address; no zone.
    public init?(_ text: String) {
        if let bytes = IPAddress.v4Bytes(text[...]) {
            self = .v4(bytes)
        } else if let bytes = IPAddress.v6Bytes(text) {
            self = .v6(bytes)
        } else {
            return nil
        }
    }

    static func v4Bytes(_ text: Substring) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        let bytes = parts.compactMap { part -> UInt8? in
            guard (1...3).contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                part.utf8.count == 1 || part.utf8.first != 0x30
            else { return nil }
            return UInt8(part)
        }
        return bytes.count == 4 ? bytes : nil
    }

    private static func v6Bytes(_ text: String) -> [UInt8]? {
        let halves = text.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
        switch halves.count {
        case 1:
            guard let bytes = groups(halves[0]), bytes.count == 16 else { return nil }
            return bytes
        case 2:
            guard let head = groups(halves[0], endsHere: false), let tail = groups(halves[1]),
                head.count + tail.count <= 14
            else {
                return nil
            }
            return head + Array(repeating: 0, count: 16 - head.count - tail.count) + tail
        default: return nil
        }
    }

    /// An IPv4 address may stand only where the whole text ends.
    private static func groups(_ text: Substring, endsHere: Bool = true) -> [UInt8]? {
        if text.isEmpty { return [] }
        var bytes: [UInt8] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if endsHere, index == parts.count - 1, let embedded = v4Bytes(part) {
                bytes += embedded
            } else if (1...4).contains(part.utf8.count), let group = UInt16(part, radix: 16), part.first != "+" {
                bytes += [UInt8(group >> 8), UInt8(truncatingIfNeeded: group)]
            } else {
                return nil
            }
        }
        return bytes
    }
}
