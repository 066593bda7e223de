import ChaveBase

/// The hosts that a URL may name.
enum HostName {
    /// Whether labels have at most 63 letters, digits and hyphens, and no label begins or ends with a hyphen.
    static func isDomain(_ bytes: some Collection<UInt8>) -> Bool {
        guard (1...253).contains(bytes.count) else { return false }
        return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.count) && label.first != hyphen
                && label.allSatisfy { isDigit($0) || isLowercase($0) || isUppercase($0) || $0 == hyphen }
                && label.suffix(1).first != hyphen
        }
    }

    /// Whether the host is `localhost`, `[::1]`, or in `127.0.0.0/8` and written with four numbers.
    static func isLoopback(_ bytes: some Collection<UInt8>) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        if ["localhost", "[::1]"].contains(text) { return true }
        guard let address = ipv4(bytes) else { return false }
        return address[0] == 127
    }

    /// Four numbers from 0 to 255 without leading zeros.
    static func ipv4(_ bytes: some Collection<UInt8>) -> [Int]? {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        let numbers = parts.compactMap { part -> Int? in
            guard (1...3).contains(part.count), part.allSatisfy(isDigit) else { return nil }
            guard part.count == 1 || part.first != UInt8(ascii: "0") else { return nil }
            return part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }
        return numbers.count == 4 && numbers.allSatisfy { $0 <= 255 } ? numbers : nil
    }

    private static let hyphen = UInt8(ascii: "-")
}
