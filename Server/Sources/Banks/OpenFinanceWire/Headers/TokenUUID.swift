/// UUIDs as Open Finance Brasil writes them: 32 hexadecimal digits in five groups (RFC 9562, section 4).
public enum TokenUUID {
    /// Whether a text is a UUID of any version, in either case of letters.
    public static func isUUID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return false }
        return bytes.indices.allSatisfy { index in
            [8, 13, 18, 23].contains(index) ? bytes[index] == UInt8(ascii: "-") : isHexadecimal(bytes[index])
        }
    }

    /// Whether it is one of random bits: version 4, variant of RFC 9562.
    public static func isVersion4(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return isUUID(text) && bytes[14] == UInt8(ascii: "4") && "89abAB".utf8.contains(bytes[19])
    }

    /// A new one of version 4, in lower-case letters.
    public static func random(_ randomBytes: (_ count: Int) -> [UInt8]) -> String {
        var bytes = randomBytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { byte in
            let text = String(byte, radix: 16)
            return text.utf8.count == 2 ? text : "0\(text)"
        }
        let groups = [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10..<16]]
        return groups.map { $0.joined() }.joined(separator: "-")
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }
}
