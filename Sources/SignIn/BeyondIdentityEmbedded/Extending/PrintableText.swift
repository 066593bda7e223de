/// Texts of other devices, fit to be shown in a question.
enum PrintableText {
    /// One line of at most 60 characters, without what could move a cursor or turn the reading direction.
    static func line(_ text: String) -> String {
        let kept = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
            default: true
            }
        }
        return String(String(String.UnicodeScalarView(kept)).prefix(60))
    }

    /// This device's own name in the form that the server takes; one that shows nothing is a word instead.
    static func deviceName(_ name: String) -> String {
        let words = line(name).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? "device" : words
    }
}
