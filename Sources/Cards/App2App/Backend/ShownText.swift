/// Makes text from outside safe for a screen on which the holder decides.
///
/// A stranger's name must not change the reading direction, break the line or push the question off the screen.
enum ShownText {
    private static let longest = 64

    static func plain(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { isPlain($0) ? $0 : " " }
        var shown = String(String.UnicodeScalarView(scalars))
        shown = shown.split(separator: " ").joined(separator: " ")
        return shown.count <= longest ? shown : "\(shown.prefix(longest - 1))…"
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}
