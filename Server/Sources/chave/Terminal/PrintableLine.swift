/// A text that somebody else chose, fit for a line of a terminal.
enum PrintableLine {
    /// At most 80 characters, without what could move a cursor, colour what follows or turn the reading direction.
    static func of(_ text: String) -> String {
        let kept = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
            default: true
            }
        }
        return String(String(String.UnicodeScalarView(kept)).prefix(80))
    }
}
