import ChavePixModel

extension Money {
    /// Reads an amount as people write it in either language: `1234,56`, `1.234,56`, `1,234.56`.
    ///
    /// A lone mark before three digits is refused: `1.234` is more than a thousand to one reader and one to another.
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

    /// Without the marks between groups of three; `nil` where they stand elsewhere.
    private static func ungrouped(_ text: Substring) -> String? {
        let groups = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard groups.count > 1 else { return String(text) }
        guard let first = groups.first, (1...3).contains(first.utf8.count),
            groups.dropFirst().allSatisfy({ $0.utf8.count == 3 })
        else { return nil }
        return groups.joined()
    }
}
