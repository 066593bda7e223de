/// A piece of a statement's text: a run of letters, one other character, or a whole quoted name or text.
struct SQLWord {
    var text: String
    var isQuoted = false

    var isSpace: Bool { !isQuoted && text.allSatisfy(\.isWhitespace) }

    static func words(of text: String) -> [SQLWord] {
        var words: [SQLWord] = []
        var rest = text[...]
        while let first = rest.first {
            if first == "\"" || first == "'" {
                let end = rest.dropFirst().firstIndex(of: first).map { rest.index(after: $0) } ?? rest.endIndex
                words.append(SQLWord(text: String(rest[..<end]), isQuoted: true))
                rest = rest[end...]
            } else if first.isLetter || first == "_" {
                let word = rest.prefix { $0.isLetter || $0 == "_" }
                words.append(SQLWord(text: String(word)))
                rest = rest.dropFirst(word.count)
            } else {
                words.append(SQLWord(text: String(first)))
                rest = rest.dropFirst()
            }
        }
        return words
    }
}
