/// Converts a statement's text to PostgreSQL's SQL.
enum PostgresText {
    /// Converts the parameter marks, adds the schema before each table, and removes the hints for SQLite.
    static func of(_ sql: String, tables: Set<String>, in schema: String) -> String {
        var text = ""
        var before: [String] = []
        var rest = SQLWord.words(of: sql)[...]
        while let word = rest.popFirst() {
            if !word.isQuoted, word.text == "INDEXED" {
                skipHint(&rest)
                continue
            }
            text += word.isQuoted ? named(word.text, after: before, tables, schema) : word.text.numbered
            if !word.isSpace { before = before.suffix(1) + [word.isQuoted ? "\"" : word.text] }
        }
        return text
    }

    /// Returns a statement that divides by zero when the demand is not met.
    ///
    /// The division ends the transaction at the server, without a second round trip.
    static func meeting(_ demand: SQLDemand, _ text: String) -> String {
        switch demand {
        case .nothing: text
        case .changesRow: "WITH \"done\" AS (\n\(text) RETURNING 1\n) SELECT 1 / COUNT(*) FROM \"done\""
        case .findsRow: "SELECT 1 / COUNT(*) FROM (\n\(text)\n) AS \"found\""
        case .findsNone:
            "SELECT 1 / (CASE WHEN COUNT(*) = 0 THEN 1 ELSE 0 END) FROM (\n\(text)\n) AS \"found\""
        case .holdsRow(let hold):
            "WITH \"held\" AS (\n\(text) \(hold.clause)\n) SELECT 1 / COUNT(*) FROM \"held\""
        }
    }

    /// Skips the rest of `INDEXED BY "name"`.
    private static func skipHint(_ rest: inout ArraySlice<SQLWord>) {
        while let word = rest.popFirst(), !word.isQuoted {}
    }

    private static func named(_ word: String, after before: [String], _ tables: Set<String>, _ schema: String) -> String
    {
        guard let last = before.last, ["FROM", "JOIN", "INTO", "UPDATE"].contains(last),
            // `DISTINCT FROM` compares two values.
            before != ["DISTINCT", "FROM"], tables.contains(String(word.dropFirst().dropLast()))
        else { return word }
        return "\"\(schema)\".\(word)"
    }
}

extension String {
    /// `$` for a parameter's mark, and any other word unchanged.
    fileprivate var numbered: String { self == "?" ? "$" : self }
}

extension SQLHold {
    var clause: String {
        switch self {
        case .shared: "FOR SHARE"
        case .alone: "FOR NO KEY UPDATE"
        }
    }
}
