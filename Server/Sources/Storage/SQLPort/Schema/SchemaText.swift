/// Converts one schema statement to the SQL of each database.
enum SchemaText {
    private static let withoutRowID = "WITHOUT ROWID"

    /// Whether the conversion rules below cover the statement.
    static func isKnown(_ statement: String) -> Bool {
        let text = trimmed(statement)
        let beginnings = ["CREATE TABLE ", "CREATE INDEX ", "CREATE UNIQUE INDEX ", "ALTER TABLE ", "INSERT INTO "]
        guard beginnings.contains(where: text.hasPrefix) else { return false }
        let plain = SQLWord.words(of: text).filter { !$0.isQuoted }.map(\.text)
        let wrong: Set = [";", "CAST", "text", "integer", "blob", "uuid"]
        guard wrong.isDisjoint(with: plain), !text.contains("--") else { return false }
        // Both databases generate a numeric key, and it must be `NOT NULL`.
        let isOwnNumber = plain.joined().contains("INTEGER PRIMARY KEY")
        let isSpaced = plain.contains("ROWID") ? text.hasSuffix(withoutRowID) : true
        return !isOwnNumber && isSpaced
    }

    /// The statement for SQLite, where `STRICT` tables refuse values of another type than the column's.
    static func ofSQLite(_ statement: String) -> String {
        let text = trimmed(statement)
        let words = SQLWord.words(of: text).map { $0.isQuoted || $0.text != "UUID" ? $0.text : "BLOB" }
        let columns = words.joined()
        guard text.hasPrefix("CREATE TABLE") else { return columns }
        return columns.hasSuffix(withoutRowID)
            ? "\(trimmed(String(columns.dropLast(withoutRowID.count)))) STRICT, \(withoutRowID)" : "\(columns) STRICT"
    }

    static func ofPostgres(_ statement: String) -> String {
        var text = trimmed(statement)
        if text.hasSuffix(withoutRowID) { text = trimmed(String(text.dropLast(withoutRowID.count))) }
        var words = SQLWord.words(of: text)
        for index in words.indices where !words[index].isQuoted {
            switch words[index].text {
            case "TEXT": words[index].text = #"TEXT COLLATE "C""#
            // PostgreSQL's identity columns never give a used number to another row.
            case "AUTOINCREMENT": words[index].text = ""
            case "BLOB": words[index].text = "BYTEA"
            case "INTEGER":
                let isNumber = isNumberOfRow(words[index...])
                words[index].text = isNumber ? "BIGINT GENERATED ALWAYS AS IDENTITY" : "BIGINT"
            default: break
            }
        }
        return words.map(\.text).joined()
    }

    private static func isNumberOfRow(_ words: ArraySlice<SQLWord>) -> Bool {
        let following = words.filter { !$0.text.allSatisfy(\.isWhitespace) }.prefix(5).map(\.text)
        return following == ["INTEGER", "NOT", "NULL", "PRIMARY", "KEY"]
    }

    private static func trimmed(_ text: String) -> String {
        var text = text[...]
        while text.first?.isWhitespace == true { text = text.dropFirst() }
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return String(text)
    }
}
