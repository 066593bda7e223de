/// Rules for texts that callers send; a refusal names the field and never repeats the value.
package enum TextRule {
    /// Demands one readable line: no control characters, none that change the writing direction, not blank.
    ///
    /// A device's name is part of the question whether to trust the device, so it must not rearrange the sentence.
    package static func line(_ text: String, _ field: String, longest: Int = 200) throws(OAuthError) {
        guard (1...longest).contains(text.unicodeScalars.count) else {
            throw refusal(field, "must have 1 to \(longest) characters")
        }
        guard text.unicodeScalars.allSatisfy(isVisible) else {
            throw refusal(field, "must not have control characters")
        }
        guard text.unicodeScalars.contains(where: isInk) else { throw refusal(field, "must not be blank") }
    }

    /// Demands `local@domain`: a dot-atom and a domain of two or more labels (RFC 5321, section 4.1.2), in ASCII.
    ///
    /// Quoted local parts and address literals are refused, as mail senders refuse them too.
    package static func mailAddress(_ text: String, _ field: String) throws(OAuthError) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= 254, parts.count == 2, isDotAtom(parts[0]), isDomain(parts[1]) else {
            throw refusal(field, "must be a mail address, such as maria@example.com")
        }
    }

    package static func refusal(_ field: String, _ sentence: String) -> OAuthError {
        OAuthError(.invalidRequest, "\(field) \(sentence).", field: field)
    }

    /// Whether the scalar is visible by itself: no space, no joiner, no letter that fills a place without a glyph.
    private static func isInk(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint && scalar.value != 0x2800
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
        // Only the two joiners are allowed among invisible characters: names and emoji use them.
        case .format: return scalar.value == 0x200C || scalar.value == 0x200D
        default: return true
        }
    }

    private static func isDotAtom(_ text: Substring) -> Bool {
        let atoms = text.split(separator: ".", omittingEmptySubsequences: false)
        // A program that gets the address as an argument would read a leading hyphen as an option.
        return text.utf8.count <= 64 && text.first != "-"
            && atoms.allSatisfy { atom in
                !atom.isEmpty && atom.utf8.allSatisfy { isAlphanumeric($0) || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
            }
    }

    private static func isDomain(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && labels.allSatisfy(isLabel) && labels.last.map { Int($0) == nil } ?? false
    }

    /// Whether the text is one label of a domain name.
    package static func isLabel(_ text: Substring) -> Bool {
        let bytes = Array(text.utf8)
        return (1...63).contains(bytes.count) && bytes.first != 0x2D && bytes.last != 0x2D
            && bytes.allSatisfy { isAlphanumeric($0) || $0 == 0x2D }
    }

    package static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}

/// The name of a device where a person decides: one short line, whichever way the device was added.
package enum DeviceName {
    private static let longest = 64

    /// The name without surrounding spaces.
    ///
    /// - Throws: `invalid_request` where the name could deceive its reader, or is too long or empty.
    package static func checked(_ text: String) throws(OAuthError) -> String {
        let scalars = Array(text.unicodeScalars)
        let isSpace: (Unicode.Scalar) -> Bool = { $0 == " " }
        let front = scalars.drop(while: isSpace)
        let length = front.lastIndex { !isSpace($0) }.map { front.distance(from: front.startIndex, to: $0) + 1 } ?? 0
        var name = String.UnicodeScalarView()
        name.append(contentsOf: front.prefix(length))
        try TextRule.line(String(name), "device_name", longest: longest)
        return String(name)
    }
}
