import ChaveBase

/// An address taken apart over its text: nothing is repaired, decoded or guessed.
///
///     scheme ":" [ "//" authority ] path [ "?" query ] [ "#" fragment ]
///
/// RFC 3986 section 3. Scheme and host are the same in either case (section 3.1, 3.2.2): `plainScheme` and
/// `plainAuthority` are for comparing, `scheme` and `authority` are what was written.
///
/// Foundation takes a backslash for a slash's neighbour, full-width digits for digits and an escaped NUL into a host;
/// a browser reads the same text otherwise. What is compared here is what was sent.
struct AddressText {
    let scheme: Substring
    /// Empty where there is none.
    let authority: Substring
    /// Whether two slashes stand before it; without them `authority` is empty, and the path begins behind the colon.
    let hasAuthority: Bool
    let path: Substring
    let query: Substring?
    let fragment: Substring?

    /// - Parameter text: ASCII.
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

    /// Letters, digits, `-`, `.` and `_`.
    static func isHost(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { isLetter($0) || isDigit($0) || [0x2D, 0x2E, 0x5F].contains($0) }
    }
}
