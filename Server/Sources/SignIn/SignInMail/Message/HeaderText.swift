import ChaveBase

/// Text in a header: as it is where it is short plain ASCII, else as encoded words (RFC 2047, section 2).
enum HeaderText {
    /// A word has 75 characters at most, of which `=?UTF-8?B?` and `?=` are twelve; four characters carry three bytes.
    private static let bytesPerWord = 45
    /// Longest plain line, so that with the header's name it stays below 78 characters (RFC 5322, section 2.1.1).
    private static let longestPlain = 60

    static func encoded(_ text: String) -> String {
        let line = oneLine(text)
        let isPlain = line.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        // What looks like an encoded word would be read as one.
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

    /// Parts of whole scalars: a word that ends within one is none (RFC 2047, section 5).
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
