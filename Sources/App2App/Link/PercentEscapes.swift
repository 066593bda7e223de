/// Percent-encoding, decoded once and strictly.
enum PercentEscapes {
    /// `nil` where an escape is not two hexadecimal digits, or what comes out is not UTF-8; a `+` stays one.
    static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == 0x25 else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexadecimal), let low = rest.popFirst().flatMap(hexadecimal) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return utf8(bytes)
    }

    /// Everything but letters, digits, `-`, `.`, `_` and `~` becomes an escape.
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { written, byte in
            if AddressText.isLetter(byte) || AddressText.isDigit(byte) || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte) {
                written.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                written += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }

    /// The text, if the bytes are UTF-8: whatever is not becomes another text, with other bytes.
    static func utf8(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.elementsEqual(bytes) ? text : nil
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
