import ChaveBase

/// Bytes in a pasted text: hex, base64 or base64url.
struct InspectedText {
    enum Encoding: String {
        case hex
        case base64
        case base64url
    }

    let encoding: Encoding
    let bytes: [UInt8]

    /// Decodes the text; white space around it is ignored.
    ///
    /// A text of hexadecimal digits counts as hex, although it could be base64 too. `findings` receives the faults of
    /// the text itself: white space inside, `0x`, missing or needless padding.
    init(_ text: String, _ findings: inout Findings) throws(Finding) {
        var characters = InspectedText.trimmed(Array(text.utf8)[...])
        guard !characters.isEmpty else { throw Finding("there is nothing to inspect: give hex, base64 or base64url") }
        if characters.contains(where: InspectedText.isSpace) {
            findings.note(Finding("the text: white space stands inside it"))
            characters = characters.filter { !InspectedText.isSpace($0) }[...]
        }
        if let bytes = Hex.decode(characters) {
            (encoding, self.bytes) = (.hex, bytes)
        } else if let bytes = InspectedText.prefixedHex(characters) {
            findings.note(Finding("the text: it begins with 0x"))
            (encoding, self.bytes) = (.hex, bytes)
        } else {
            (encoding, bytes) = try InspectedText.base64(characters, &findings)
        }
    }

    /// The bytes of digits after `0x`; base64url may begin with these two characters too.
    private static func prefixedHex(_ characters: ArraySlice<UInt8>) -> [UInt8]? {
        guard characters.count > 2, characters.starts(with: Array("0x".utf8)) else { return nil }
        return Hex.decode(characters.dropFirst(2))
    }

    private static func base64(
        _ characters: ArraySlice<UInt8>,
        _ findings: inout Findings
    ) throws(Finding) -> (Encoding, [UInt8]) {
        let padding = characters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        let isURL = characters.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        let isStandard = characters.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") } || padding > 0
        let encoding: Encoding = isStandard && !isURL ? .base64 : .base64url
        let bare = characters.dropLast(padding).map { plain($0) }
        guard let bytes = try? Base64URL.decode(String(decoding: bare, as: UTF8.self)) else {
            throw Finding("the text is neither hex nor base64 nor base64url\(place(characters))")
        }
        if isURL, isStandard {
            findings.note(Finding("the text: base64url has no '=', and does not go with base64's '+' and '/'"))
        }
        if encoding == .base64, padding != (4 - bare.count % 4) % 4 {
            findings.note(Finding("the text: base64 has its length filled up to a multiple of 4 by '='"))
        }
        return (encoding, bytes)
    }

    /// The position of the first character that belongs to none of the three encodings.
    private static func place(_ characters: ArraySlice<UInt8>) -> String {
        let first = characters.enumerated().first { !Base64Alphabet.contains($0.element) }
        return first.map { ": character \($0.offset) is none of them" } ?? ": its length or last character cannot be"
    }

    private static func plain(_ character: UInt8) -> UInt8 {
        switch character {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: character
        }
    }

    private static func isSpace(_ character: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(character) }

    private static func trimmed(_ characters: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = characters.drop(while: isSpace)
        return start.prefix(start.count - start.reversed().prefix(while: isSpace).count)
    }
}

/// The characters of both alphabets, and padding.
private enum Base64Alphabet {
    static func contains(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"),
            UInt8(ascii: "_"), UInt8(ascii: "="):
            true
        default: false
        }
    }
}
