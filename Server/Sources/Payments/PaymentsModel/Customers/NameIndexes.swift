import ChavePixModel

/// The form in which searches compare text: case and accents do not count.
public enum FoldedText {
    /// Folds text to lower case without accents.
    ///
    /// The function removes the accents that Portuguese puts on ASCII letters, and leaves all other characters as they
    /// are.
    public static func fold(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        for character in text.lowercased() {
            for scalar in character.unicodeScalars where !isMark(scalar) {
                folded.append(baseLetters[scalar] ?? scalar)
            }
        }
        return String(folded)
    }

    /// The words of a name, folded.
    public static func words(of text: String) -> [String] {
        fold(text).split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .nonspacingMark
    }

    private static let baseLetters: [Unicode.Scalar: Unicode.Scalar] = [
        "á": "a", "à": "a", "â": "a", "ã": "a", "ä": "a", "é": "e", "è": "e", "ê": "e", "ë": "e", "í": "i", "ì": "i",
        "î": "i", "ï": "i", "ó": "o", "ò": "o", "ô": "o", "õ": "o", "ö": "o", "ú": "u", "ù": "u", "û": "u", "ü": "u",
        "ç": "c", "ñ": "n",
    ]
}
