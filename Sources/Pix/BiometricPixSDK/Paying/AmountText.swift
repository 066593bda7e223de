/// The decimal text of an amount that came as a binary number.
///
/// Sums and products of binary numbers miss the decimal result by a little: `0.1 + 0.2` is 0.30000000000000004.
enum AmountText {
    /// The amount in whole centavos, as text, when it is within a thousandth of a centavo; else the number's own text.
    ///
    /// The code compares digits, not binary numbers, so that the same text has the same result at every size. From
    /// about seventy billion reais on, the next binary number is more than a thousandth of a centavo away. There, only
    /// a text in whole centavos counts as whole.
    static func of(_ amount: Double) -> String {
        let own = amount.description
        // A smaller amount is less than half a centavo, and a larger amount cannot be sent; between them the text has
        // no exponent.
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
        // The text has at most twelve and five digits, so it fits.
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
