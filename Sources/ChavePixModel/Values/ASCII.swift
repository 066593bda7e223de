func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

func isUppercase(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

func isLowercase(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

/// The text with ASCII letters in upper case and every other byte as it is.
func asciiUppercased(_ text: String) -> String {
    String(decoding: text.utf8.map { isLowercase($0) ? $0 - 0x20 : $0 }, as: UTF8.self)
}

/// A number that is not negative, with leading zeros up to a width.
func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

extension String {
    /// Equal byte by byte; `==` takes a Kelvin sign for a K.
    func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
