/// The text of a mail in lines that any mail system carries: at most 998 bytes each (RFC 5322, section 2.1.1).
enum BodyText {
    private static let longestLine = 900

    /// The text's lines without control characters other than line ends and tabs; the result ends with a line feed.
    static func lines(_ text: String) -> String {
        var lines: [String] = []
        for line in plain(text).split(separator: "\n", omittingEmptySubsequences: false) { lines += broken(line) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func plain(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where previous == "\r": break
            case "\r", "\n": scalars.append("\n")
            case "\t": scalars.append(scalar)
            default:
                if scalar.properties.generalCategory != .control { scalars.append(scalar) }
            }
            previous = scalar
        }
        return String(scalars)
    }

    /// Breaks a line at the last space before the limit, or within a word that is longer than the limit.
    private static func broken(_ line: Substring) -> [String] {
        guard line.utf8.count > longestLine else { return [String(line)] }
        var (lines, current): ([String], String) = ([], "")
        for word in line.split(separator: " ", omittingEmptySubsequences: false) {
            for piece in pieces(word) {
                if current.utf8.count + 1 + piece.utf8.count > longestLine, !current.isEmpty {
                    lines.append(current)
                    current = ""
                }
                current += current.isEmpty ? piece : " " + piece
            }
        }
        return lines + [current]
    }

    private static func pieces(_ word: Substring) -> [String] {
        guard word.utf8.count > longestLine else { return [String(word)] }
        var pieces = [String.UnicodeScalarView()]
        var count = 0
        for scalar in word.unicodeScalars {
            let size = String(scalar).utf8.count
            if count + size > longestLine {
                pieces.append(String.UnicodeScalarView())
                count = 0
            }
            pieces[pieces.count - 1].append(scalar)
            count += size
        }
        return pieces.map { String($0) }
    }
}
