import ChaveBase

/// An address that every reader parses in the same way: the undisputed part of RFC 3986.
package struct PlainURI: Hashable {
    /// The reason why an address is refused; the order is the precedence.
    package enum Refusal: String, Error, Hashable, CaseIterable {
        case tooLong = "must have 1 to 2048 characters"
        case oddCharacter = "must have visible ASCII characters only, and none of those that no address has"
        case fragment = "must not have a fragment"
        case wildcard = "must not have a wildcard"
        case noScheme = "must begin with a scheme in lower case"
        case userInfo = "must not have a user name"
        case oddHost = "must have a host in lower case: a domain, 127.0.0.1 or [::1]"
        case oddPort = "must have a port from 1 to 65535 or none"
        case oddPath = "must have a path that begins with a slash, and whole percent escapes"
    }

    package let text: String
    package let scheme: String
    /// The host; `nil` where the address has none, as `com.example.app:/callback`.
    package let host: String?
    package let port: Int?
    /// The path with its leading slash; empty where there is none.
    package let path: String
    package let query: String?

    package init(_ text: String) throws(Refusal) {
        guard (1...2_048).contains(text.utf8.count) else { throw .tooLong }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\\\"<>^`{|}".utf8.contains($0) }) else {
            throw .oddCharacter
        }
        guard !text.contains("#") else { throw .fragment }
        guard !text.contains("*") else { throw .wildcard }
        let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, PlainURI.isScheme(halves[0]) else { throw .noScheme }
        self.text = text
        scheme = String(halves[0])
        var rest = halves[1]
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let authority = rest.prefix { $0 != "/" && $0 != "?" }
            rest = rest.dropFirst(authority.count)
            (host, port) = try PlainURI.taken(authority)
        } else {
            (host, port) = (nil, nil)
        }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = parts.first.map(String.init) ?? ""
        query = parts.count == 2 ? String(parts[1]) : nil
        guard path.isEmpty || path.hasPrefix("/"), PlainURI.isWellEscaped(rest) else { throw .oddPath }
    }

    private static func taken(_ authority: Substring) throws(Refusal) -> (host: String, port: Int?) {
        guard !authority.contains("@") else { throw .userInfo }
        let bracket = authority.hasPrefix("[") ? authority.firstIndex(of: "]") : nil
        let end = bracket.map { authority.index(after: $0) } ?? authority.firstIndex(of: ":") ?? authority.endIndex
        let host = authority[..<end]
        let isAddress = host == "127.0.0.1" || host == "[::1]"
        guard isAddress || isDomain(host) else { throw .oddHost }
        guard end < authority.endIndex else { return (String(host), nil) }
        let digits = authority[end...].dropFirst()
        guard authority[end] == ":", (1...5).contains(digits.utf8.count), digits.first != "0",
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits), port <= 65_535
        else { throw .oddPort }
        return (String(host), port)
    }

    /// Readers disagree whether a last label that begins with a digit is an address or a name, so it is refused.
    private static func isDomain(_ host: Substring) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard host.utf8.count <= 253, let last = labels.last?.utf8.first else { return false }
        return labels.allSatisfy { TextRule.isLabel($0) && !$0.utf8.contains { (0x41...0x5A).contains($0) } }
            && !(0x30...0x39).contains(last)
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, (0x61...0x7A).contains(first) else { return false }
        return text.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
        }
    }

    private static func isWellEscaped(_ text: Substring) -> Bool {
        text.split(separator: "%", omittingEmptySubsequences: false).dropFirst().allSatisfy { piece in
            let digits = piece.prefix(2)
            return digits.utf8.count == 2 && digits.allSatisfy { $0.isHexDigit }
        }
    }
}
