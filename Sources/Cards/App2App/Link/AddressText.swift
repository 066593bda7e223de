import ChaveBase

/// An address split by its text: nothing is repaired, decoded or guessed.
///
///     scheme ":" [ "//" authority ] path [ "?" query ] [ "#" fragment ]
///
/// The grammar is RFC 3986, section 3. Scheme and host are case-insensitive (sections 3.1 and 3.2.2). `plainScheme` and
/// `plainAuthority` are for comparing; `scheme` and `authority` are the written text.
///
/// Foundation reads a backslash next to a slash, full-width digits as digits, and an escaped NUL in a host. A browser
/// reads the same text in another way. This type therefore compares the text that was sent.
struct AddressText {
    let scheme: Substring
    /// The authority; empty when there is none.
    let authority: Substring
    /// Whether two slashes come before the authority; without them it is empty, and the path begins after the colon.
    let hasAuthority: Bool
    let path: Substring
    let query: Substring?
    let fragment: Substring?

    /// Splits an address.
    ///
    /// - Parameter text: the address in ASCII.
    init?(_ text: Substring) {
        guard let colon = text.firstIndex(of: ":"), AddressText.isScheme(text[..<colon]) else { return nil }
        var rest = text[text.index(after: colon)...]
        hasAuthority = rest.hasPrefix("//")
        if hasAuthority { rest = rest.dropFirst(2) }
        scheme = text[..<colon]
        let mark = rest.firstIndex(of: "#")
        fragment = mark.map { rest[rest.index(after: $0)...] }
        rest = rest[..<(mark ?? rest.endIndex)]
        let question = rest.firstIndex(of: "?")
        query = question.map { rest[rest.index(after: $0)...] }
        rest = rest[..<(question ?? rest.endIndex)]
        let slash = hasAuthority ? rest.firstIndex(of: "/") ?? rest.endIndex : rest.startIndex
        authority = rest[..<slash]
        path = rest[slash...]
    }

    var plainScheme: String { scheme.lowercased() }
    var plainAuthority: String { authority.lowercased() }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || isDigit($0) || [0x2B, 0x2D, 0x2E].contains($0) }
    }

    static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }

    /// Whether the text has only letters, digits, `-`, `.` and `_`.
    static func isHost(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { isLetter($0) || isDigit($0) || [0x2D, 0x2E, 0x5F].contains($0) }
    }
}
