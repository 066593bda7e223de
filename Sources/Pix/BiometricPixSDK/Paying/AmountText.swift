/// The decimal text of an amount that came as a binary number.
///
/// Sums and products of binary numbers miss the decimal one by a little: `0.1 + 0.2` is 0.30000000000000004.
enum AmountText {
    /// The whole centavo that lies within a thousandth of a centavo, as text; else the number's own text.
    ///
    /// Digits are compared, not binary numbers, so that the same text has the same answer at every size. From about seventy
    /// billion reais on, the next binary number is more than a thousandth of a centavo away: there only what was written so
    /// is whole.
    static func of(_ amount: Double) -> String {
        let own = amount.description
        // Below lies no half centavo, above no amount that can be sent; the text between has no exponent.
        guard amount >= 0.005, amount < 1e12 else { return own }
        guard let centavos = wholeCentavos(own) else { return own }
        let cents = centavos % 100
        return "\(centavos / 100).\(cents < 10 ? "0" : "")\(cents)"
    }

    private static func wholeCentavos(_ text: String) -> Int64? {
        let sides = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let decimals = sides.count == 2 ? sides[1].utf8[...] : "".utf8[...]
        let inside = String(decoding: decimals.prefix(5), as: UTF8.self)
        let filled = inside + String(repeating: "0", count: 5 - inside.utf8.count)
        // At most twelve digits and five: it fits.
        guard let thousandths = Int64("\(sides[0])\(filled)") else { return nil }
        let isMore = decimals.dropFirst(5).contains { $0 != UInt8(ascii: "0") }
        switch thousandths % 1_000 {
        case 0: return thousandths / 1_000
        case 1 where !isMore: return thousandths / 1_000
        case 999: return thousandths / 1_000 + 1
        default: return nil
        }
    }
}
