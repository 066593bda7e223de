import ChavePixModel

extension Money {
    /// Reads an amount as people write it in either language: `1234,56`, `1.234,56`, `1,234.56`.
    ///
    /// A single mark before three digits is refused: `1.234` means more than a thousand to one reader, and about one to
    /// another.
    init?(written text: String) {
        let marks = text.filter { $0 == "." || $0 == "," }
        guard let decimalMark = marks.last else {
            self.init(decimal: text)
            return
        }
        let parts = text.split(separator: decimalMark, omittingEmptySubsequences: false)
        guard parts.count == 2, let reais = Money.ungrouped(parts[0]) else { return nil }
        self.init(decimal: "\(reais).\(parts[1])")
    }

    /// Removes the marks between groups of three digits; `nil` when marks are in other places.
    private static func ungrouped(_ text: Substring) -> String? {
        let groups = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard groups.count > 1 else { return String(text) }
        guard let first = groups.first, (1...3).contains(first.utf8.count),
            groups.dropFirst().allSatisfy({ $0.utf8.count == 3 })
        else { return nil }
        return groups.joined()
    }
}
