import ChaveBase
import TokenActivationCore

/// A short, cleaned text that a person typed into a form.
///
/// Cleaning removes invisible characters (formats such as a change of direction). It turns each run of white space and
/// controls into one space, and leaves none at either end.
struct FormText: Hashable, Sendable {
    static let longest = 64

    /// The reason why a text is refused.
    enum Refusal: Error, Hashable, Sendable, CaseIterable {
        case empty
        case tooLong
        case holdsCardNumber
    }

    let text: String

    init(_ written: String) throws(Refusal) {
        // A far longer text is not read: a character rarely has more than 16 bytes.
        guard written.utf8.count <= Self.longest * 16 else { throw .tooLong }
        var cleaned = String.UnicodeScalarView()
        for scalar in written.unicodeScalars {
            if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
                if cleaned.last.map({ $0 != " " }) ?? false { cleaned.append(" ") }
            } else if Self.isShown(scalar) {
                cleaned.append(scalar)
            }
        }
        if cleaned.last == " " { cleaned.removeLast() }
        let text = String(cleaned)
        guard !text.isEmpty else { throw .empty }
        guard text.count <= Self.longest else { throw .tooLong }
        guard !CardNumbers.occur(inName: text) else { throw .holdsCardNumber }
        self.text = text
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
