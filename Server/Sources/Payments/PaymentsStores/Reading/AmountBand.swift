package import ChavePixModel

/// Bands of amounts, which find amounts in a range in the order of a list, not in the order of amounts.
///
/// A band holds the amounts with the same number of binary digits, each band about twice the one before. A list with an
/// amount range reads the few bands that the range touches side by side, each in the order of its ids.
package enum AmountBand {
    /// The known bands; the bands at both ends hold all amounts below R$ 1.28, and from R$ 5,368,709.12 on.
    private static let known: ClosedRange<Int64> = 7...30

    package static func band(of amount: Money) -> Int64 {
        let digits = Int64(Int64.bitWidth - amount.centavos.leadingZeroBitCount)
        return min(max(digits, known.lowerBound), known.upperBound)
    }

    /// The bands that hold amounts from one to another, both included; none when the range is empty.
    package static func bands(from lowest: Money?, to highest: Money?) -> [Int64] {
        let (first, last) = (lowest.map(band) ?? known.lowerBound, highest.map(band) ?? known.upperBound)
        if let lowest, let highest, highest < lowest { return [] }
        return first <= last ? Array(first...last) : []
    }

    /// The band of the column `amount`, in SQL.
    package static var sql: String {
        let steps = known.dropLast().map { #"WHEN "amount" < \#(Int64(1) << $0) THEN \#($0)"# }
        return "CASE \(steps.joined(separator: " ")) ELSE \(known.upperBound) END"
    }
}
