package import ChavePixModel

/// How an amount is found between two others, in the order of a list and not in that of amounts.
///
/// A band holds the amounts of one length in binary digits, each about twice the one before. A list that asks for a span
/// reads the few bands that touch it side by side, each in the order of its ids.
package enum AmountBand {
    /// The bands at both ends hold whatever is below R$ 1.28, and from R$ 5,368,709.12 on.
    private static let known: ClosedRange<Int64> = 7...30

    package static func band(of amount: Money) -> Int64 {
        let digits = Int64(Int64.bitWidth - amount.centavos.leadingZeroBitCount)
        return min(max(digits, known.lowerBound), known.upperBound)
    }

    /// The bands that hold amounts from one to another, both included; none where there is nothing between them.
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
