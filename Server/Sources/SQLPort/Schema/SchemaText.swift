/// One statement of a schema in the words of each database.
enum SchemaText {
    private static let withoutRowID = "WITHOUT ROWID"

    /// Whether the rules below are made for it.
    static func isKnown(_ statement: String) -> Bool {
        let text = trimmed(statement)
        let beginnings = ["CREATE TABLE ", "CREATE INDEX ", "CREATE UNIQUE INDEX ", "ALTER TABLE "]
        guard beginnings.contains(where: text.hasPrefix) else { return false }
        let plain = words(of: text).filter { !$0.isQuoted }.map(\.text)
        let wrong: Set = [";", "CAST", "text", "integer", "blob"]
        guard wrong.isDisjoint(with: plain), !text.contains("--") else { return false }
        // A key that is a number is the row's own, which both databases give.
        let isOwnNumber = plain.joined().contains("INTEGER PRIMARY KEY")
        let isSpaced = plain.contains("ROWID") ? text.hasSuffix(withoutRowID) : true
        return !isOwnNumber && isSpaced
    }

    /// Its tables take no value of another type than the column's.
    static func ofSQLite(_ statement: String) -> String {
        let text = trimmed(statement)
        guard text.hasPrefix("CREATE TABLE") else { return text }
        return text.hasSuffix(withoutRowID)
            ? "\(trimmed(String(text.dropLast(withoutRowID.count)))) STRICT, \(withoutRowID)" : "\(text) STRICT"
    }

    static func ofPostgres(_ statement: String) -> String {
        var text = trimmed(statement)
        if text.hasSuffix(withoutRowID) { text = trimmed(String(text.dropLast(withoutRowID.count))) }
        var words: [Word] = words(of: text)
        for index in words.indices where !words[index].isQuoted {
            switch words[index].text {
            case "TEXT": words[index].text = #"TEXT COLLATE "C""#
            case "BLOB": words[index].text = "BYTEA"
            case "INTEGER":
                let isNumber = isNumberOfRow(words[index...])
                words[index].text = isNumber ? "BIGINT GENERATED ALWAYS AS IDENTITY" : "BIGINT"
            default: break
            }
        }
        return words.map(\.text).joined()
    }

    private struct Word {
        var text: String
        /// A name, or a text.
        var isQuoted = false
    }

    private static func isNumberOfRow(_ words: ArraySlice<Word>) -> Bool {
        let following = words.filter { !$0.text.allSatisfy(\.isWhitespace) }.prefix(5).map(\.text)
        return following == ["INTEGER", "NOT", "NULL", "PRIMARY", "KEY"]
    }

    /// Letters together, everything else by itself; what stands in quotes is one word.
    private static func words(of text: String) -> [Word] {
        var words: [Word] = []
        var rest = text[...]
        while let first = rest.first {
            if first == "\"" || first == "'" {
                let end = rest.dropFirst().firstIndex(of: first).map { rest.index(after: $0) } ?? rest.endIndex
                words.append(Word(text: String(rest[..<end]), isQuoted: true))
                rest = rest[end...]
            } else if first.isLetter || first == "_" {
                let word = rest.prefix { $0.isLetter || $0 == "_" }
                words.append(Word(text: String(word)))
                rest = rest.dropFirst(word.count)
            } else {
                words.append(Word(text: String(first)))
                rest = rest.dropFirst()
            }
        }
        return words
    }

    private static func trimmed(_ text: String) -> String {
        var text = text[...]
        while text.first?.isWhitespace == true { text = text.dropFirst() }
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return String(text)
    }
}
