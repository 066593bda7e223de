/// Removes the hints for PostgreSQL from a statement's text.
enum SQLiteText {
    /// Removes each `OFFSET 0` that ends a query in brackets: SQLite accepts none without a limit.
    static func of(_ sql: String) -> String {
        guard sql.contains("OFFSET 0") else { return sql }
        var kept: [SQLWord] = []
        let words = SQLWord.words(of: sql)
        var place = words.startIndex
        while place < words.endIndex {
            let following = words[place...].dropFirst().filter { !$0.isSpace }.prefix(2).map(\.text)
            if words[place].text == "OFFSET", following == ["0", ")"] {
                while kept.last?.isSpace == true { kept.removeLast() }
                place = words[place...].firstIndex { $0.text == ")" } ?? words.endIndex
            } else {
                kept.append(words[place])
                place += 1
            }
        }
        return kept.map(\.text).joined()
    }
}
