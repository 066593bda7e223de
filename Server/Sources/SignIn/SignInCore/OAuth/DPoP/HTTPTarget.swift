import SignInModel

/// An address without query and fragment, normalised so that equal addresses are equal texts.
///
/// RFC 3986, sections 6.2.2 and 6.2.3, define this form. Scheme and host are in lower case, without a default port. The
/// path is never empty and has no dot segments. Escapes are in upper case and only where they are needed. RFC 9449,
/// section 4.3, compares `htu` in this form.
struct HTTPTarget: Hashable {
    let scheme: String
    let authority: String
    let path: String

    /// `nil` unless it is http or https with a host, in visible ASCII.
    init?(_ text: String) {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        let target = text.prefix { $0 != "?" && $0 != "#" }
        guard let colon = target.firstIndex(of: ":") else { return nil }
        let scheme = target[..<colon].lowercased()
        let rest = target[colon...].dropFirst()
        guard scheme == "https" || scheme == "http", rest.hasPrefix("//") else { return nil }
        let authority = rest.dropFirst(2).prefix { $0 != "/" }
        guard let path = HTTPTarget.plain(rest.dropFirst(2 + authority.count)),
            let name = HTTPTarget.plain(authority, scheme: scheme)
        else { return nil }
        self.scheme = scheme
        self.authority = name
        self.path = path.isEmpty ? "/" : HTTPTarget.withoutDots(path)
    }

    /// The authority without the default port, and without the colon of an empty one.
    private static func plain(_ authority: Substring, scheme: String) -> String? {
        guard !authority.contains("@") else { return nil }
        var name = authority.lowercased()
        let usual = scheme == "https" ? ":443" : ":80"
        if name.hasSuffix(usual) { name.removeLast(usual.count) }
        if name.hasSuffix(":") { name.removeLast() }
        return name.isEmpty ? nil : name
    }

    /// The normalised path; `nil` where an escape is incomplete.
    private static func plain(_ path: Substring) -> String? {
        var plain: [UInt8] = []
        var bytes = Array(path.utf8)[...]
        while let byte = bytes.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                plain.append(byte)
                continue
            }
            let digits = bytes.prefix(2)
            guard digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16),
                digits.first != UInt8(ascii: "+")
            else { return nil }
            bytes = bytes.dropFirst(2)
            let isPlain = TextRule.isAlphanumeric(value) || "-._~".utf8.contains(value)
            plain += isPlain ? [value] : Array("%\(String(decoding: digits, as: UTF8.self).uppercased())".utf8)
        }
        return String(decoding: plain, as: UTF8.self)
    }

    /// Removes dot segments by RFC 3986, section 5.2.4, from a path that begins with a slash.
    private static func withoutDots(_ path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        var kept: [Substring] = []
        for part in parts where part != "." {
            if part == ".." { _ = kept.popLast() } else { kept.append(part) }
        }
        if parts.last == "." || parts.last == ".." { kept.append("") }
        return "/" + kept.joined(separator: "/")
    }
}
