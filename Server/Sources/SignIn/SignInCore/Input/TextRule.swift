/// Rules for texts that callers send; a refusal names the field and never repeats the value.
enum TextRule {
    /// One line that people read: no control characters, none that turn the direction of writing, not blank.
    ///
    /// A device's name stands in the question whether to trust it, so it must not be able to rearrange the sentence.
    static func line(_ text: String, _ field: String, longest: Int = 200) throws(OAuthError) {
        guard (1...longest).contains(text.unicodeScalars.count) else {
            throw refusal(field, "must have 1 to \(longest) characters")
        }
        guard text.unicodeScalars.allSatisfy(isVisible) else {
            throw refusal(field, "must not have control characters")
        }
        guard text.unicodeScalars.contains(where: isInk) else { throw refusal(field, "must not be blank") }
    }

    /// `local@domain`: a dot-atom and a domain of two labels or more (RFC 5321, section 4.1.2), in ASCII.
    ///
    /// Quoted local parts and address literals are refused, as senders of mail refuse them.
    static func mailAddress(_ text: String, _ field: String) throws(OAuthError) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= 254, parts.count == 2, isDotAtom(parts[0]), isDomain(parts[1]) else {
            throw refusal(field, "must be a mail address, such as maria@example.com")
        }
    }

    static func refusal(_ field: String, _ sentence: String) -> OAuthError {
        OAuthError(.invalidRequest, "\(field) \(sentence).", field: field)
    }

    /// Whether it is seen by itself: no space, no joiner, none of the letters that fill a place and show nothing.
    private static func isInk(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint && scalar.value != 0x2800
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
        // Of the invisible ones only the two joiners, which names and emoji are written with.
        case .format: return scalar.value == 0x200C || scalar.value == 0x200D
        default: return true
        }
    }

    private static func isDotAtom(_ text: Substring) -> Bool {
        let atoms = text.split(separator: ".", omittingEmptySubsequences: false)
        // A program that is given it as an argument would take a hyphen at its beginning for an option.
        return text.utf8.count <= 64 && text.first != "-"
            && atoms.allSatisfy { atom in
                !atom.isEmpty && atom.utf8.allSatisfy { isAlphanumeric($0) || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
            }
    }

    private static func isDomain(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && labels.allSatisfy(isLabel) && labels.last.map { Int($0) == nil } ?? false
    }

    /// One label of a domain name.
    static func isLabel(_ text: Substring) -> Bool {
        let bytes = Array(text.utf8)
        return (1...63).contains(bytes.count) && bytes.first != 0x2D && bytes.last != 0x2D
            && bytes.allSatisfy { isAlphanumeric($0) || $0 == 0x2D }
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
