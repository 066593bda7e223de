/// A JSON number, stored as its text so that nothing is rounded.
///
/// `19.990` and `19.99` are different texts and therefore different values here; money depends on this.
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
    /// The text as written.
    public let text: String

    /// Creates a number; `nil` unless `text` is a number by RFC 8259, section 6.
    public init?(_ text: String) {
        guard JSONNumber.isNumber(text.utf8) else { return nil }
        self.text = text
    }

    /// A whole number.
    public init(_ value: Int64) { text = String(value) }

    init(checked text: String) { self.text = text }

    public var description: String { text }

    /// The integer, when the text has no fraction and no exponent and fits; `nil` otherwise and for `-0`.
    public var int64: Int64? { text == "-0" ? nil : Int64(text) }

    /// The nearest binary value; `nil` when it overflows.
    public var double: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

    static func isNumber(_ text: some Collection<UInt8>) -> Bool {
        var rest = text[...]
        func digits() -> Int {
            let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let integerDigits = digits()
        guard integerDigits == 1 || (integerDigits > 1 && !startsWithZero) else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard digits() > 0 else { return false }
        }
        if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}
