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
}
