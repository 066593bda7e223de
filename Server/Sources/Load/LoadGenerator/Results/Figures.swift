/// Formats numbers for people.
enum Figures {
    /// A number with `decimals` decimals, such as `12,345`, `987.6` or `0.5`.
    static func number(_ value: Double, decimals: Int) -> String {
        let scale = (0..<max(decimals, 0)).reduce(Int64(1)) { scale, _ in scale * 10 }
        let scaled = Int64((min(max(value, -1e12), 1e12) * Double(scale)).rounded())
        let whole = grouped(scaled.magnitude / UInt64(scale))
        let sign = scaled < 0 ? "-" : ""
        guard decimals > 0 else { return sign + whole }
        let fraction = String(scaled.magnitude % UInt64(scale))
        return "\(sign)\(whole).\(String(repeating: "0", count: decimals - fraction.count))\(fraction)"
    }

    /// The number with its noun, whose plural has an `s`.
    static func count(_ value: Int, _ noun: String) -> String { "\(count(value)) \(noun)\(value == 1 ? "" : "s")" }

    static func count(_ value: Int) -> String { (value < 0 ? "-" : "") + grouped(UInt64(value.magnitude)) }

    /// A time in milliseconds with three significant digits, more for a time above a second.
    static func milliseconds(_ microseconds: Int64) -> String {
        let value = Double(microseconds) / 1_000
        return number(value, decimals: value < 10 ? 2 : value < 100 ? 1 : 0) + " ms"
    }

    static func percent(_ share: Double) -> String { number(share * 100, decimals: share < 0.1 ? 1 : 0) + " %" }

    private static func grouped(_ value: UInt64) -> String {
        var digits = String(value)
        var groups: [String] = []
        while digits.count > 3 {
            groups.append(String(digits.suffix(3)))
            digits.removeLast(3)
        }
        return ([digits] + groups.reversed()).joined(separator: ",")
    }
}
