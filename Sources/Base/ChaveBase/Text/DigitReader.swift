/// A cursor over ASCII text that holds numbers of fixed width.
package struct DigitReader {
    private var rest: ArraySlice<UInt8>

    package init(_ text: some Sequence<UInt8>) { rest = Array(text)[...] }

    package var isAtEnd: Bool { rest.isEmpty }

    /// The next `count` digits as a number; `nil`, with nothing consumed, when there are fewer.
    package mutating func take(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// All digits that follow, up to the first byte that is not a digit.
    package mutating func takeAll() -> ArraySlice<UInt8> {
        let digits = rest.prefix(while: isDigit)
        rest = rest.dropFirst(digits.count)
        return digits
    }

    /// Consumes `character` when it is the next one; `false`, with nothing consumed, otherwise.
    package mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let next = rest.first, UInt32(next) == character.value else { return false }
        rest = rest.dropFirst()
        return true
    }
}
