/// Whether the byte is an ASCII digit, `0` to `9`.
public func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

package func isUppercase(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

package func isLowercase(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

/// The value of a hexadecimal digit of either case; `nil` for any other byte.
package func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}

/// The text with ASCII letters in upper case and every other byte as it is.
package func asciiUppercased(_ text: String) -> String {
    String(decoding: text.utf8.map { isLowercase($0) ? $0 - 0x20 : $0 }, as: UTF8.self)
}

/// Writes a non-negative number with leading zeros up to a width.
package func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

extension String {
    /// Compares byte by byte; `==` treats the Kelvin sign as equal to K.
    package func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Decodes `bytes`; `nil` when they are not UTF-8.
    package init?(strictUTF8 bytes: ArraySlice<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        // Decoding replaces broken bytes with U+FFFD, so that a repaired text differs from its bytes.
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
