/// Makes a text from outside fit for a line of a terminal.
enum PrintableLine {
    /// A line of at most `longest` characters, without those that move a cursor, colour text or turn the reading direction.
    static func of(_ text: String, longest: Int = 80) -> String {
        let kept = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
            default: true
            }
        }
        return String(String(String.UnicodeScalarView(kept)).prefix(longest))
    }
}
