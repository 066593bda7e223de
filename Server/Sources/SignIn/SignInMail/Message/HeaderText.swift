import ChaveBase

/// Text in a header: short plain ASCII stays as it is, other text becomes encoded words (RFC 2047, section 2).
enum HeaderText {
    /// A word has 75 characters at most, of which `=?UTF-8?B?` and `?=` are twelve; four characters carry three bytes.
    private static let bytesPerWord = 45
    /// The longest plain line: with the header's name it stays below 78 characters (RFC 5322, section 2.1.1).
    private static let longestPlain = 60

    static func encoded(_ text: String) -> String {
        let line = oneLine(text)
        let isPlain = line.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        // A reader would decode text that looks like an encoded word.
        if isPlain, line.utf8.count <= longestPlain, !line.contains("=?") { return line }
        return words(line).map { "=?UTF-8?B?\(Base64.encode($0))?=" }.joined(separator: "\n ")
    }

    /// Control characters and line separators become spaces.
    private static func oneLine(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// Splits `text` between whole scalars: a word that ends within a scalar is invalid (RFC 2047, section 5).
    private static func words(_ text: String) -> [[UInt8]] {
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > bytesPerWord { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words
    }
}
