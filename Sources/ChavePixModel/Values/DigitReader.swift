/// A cursor over ASCII text that holds numbers of fixed width.
struct DigitReader {
    private var rest: ArraySlice<UInt8>

    init(_ text: some Sequence<UInt8>) { rest = Array(text)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// The next `count` digits as a number; `nil`, and nothing consumed, when there are fewer.
    mutating func take(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// All digits that follow, up to the first byte that is none.
    mutating func takeAll() -> ArraySlice<UInt8> {
        let digits = rest.prefix(while: isDigit)
        rest = rest.dropFirst(digits.count)
        return digits
    }

    /// Moves over one character when it is next.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let next = rest.first, UInt32(next) == character.value else { return false }
        rest = rest.dropFirst()
        return true
    }
}
