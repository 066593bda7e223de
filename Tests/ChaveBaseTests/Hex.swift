/// The bytes behind hexadecimal digits; spaces are for the reader.
func hex(_ text: String) -> [UInt8] {
    let digits = text.filter { $0 != " " }.compactMap(\.hexDigitValue)
    precondition(digits.count % 2 == 0, "a byte has two digits")
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
