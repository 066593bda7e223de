import ChaveBase

/// The URL of an endpoint, which every reader parses in the same way.
///
/// Programs disagree about odd URLs (`http://127.0.0.1\@example.com/`), and a disagreement is a way around a check.
/// Therefore registration refuses odd URLs, and addresses that get no webhooks. The address behind a name is checked
/// later, each time that the name is resolved.
public struct WebhookURL: Hashable, Sendable {
    public let text: String
    public let isSecure: Bool
    /// The host in lower case: a domain, or four decimal numbers.
    public let host: String
    public let port: Int
    /// Path and query, which begin with a slash.
    public let target: String

    /// The URLs that a deployment accepts.
    public enum Rules: Hashable, Sendable {
        /// https on port 443 or 8443.
        case production
        /// Also http and any port, on this machine.
        case sandbox
    }

    /// Why a URL is refused; the order is the precedence.
    public enum Refusal: String, Error, Hashable, Sendable, CaseIterable {
        case tooLong, oddCharacter, notHTTPS, userInfo, oddHost, privateHost, oddPort, oddPath, fragment
    }

    public static let longest = 2_048

    public init(_ text: String, rules: Rules) throws(Refusal) {
        guard (1...WebhookURL.longest).contains(text.utf8.count) else { throw .tooLong }
        // Visible ASCII without the characters that no URL has (RFC 3986, section 2); the backslash is such a
        // character.
        let odd: Set<UInt8> = Set("\\\"<>^`{|}".utf8)
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !odd.contains($0) }) else { throw .oddCharacter }
        let rest: Substring
        if text.lowercased().hasPrefix("https://") {
            (isSecure, rest) = (true, text.dropFirst(8))
        } else if rules == .sandbox, text.lowercased().hasPrefix("http://") {
            (isSecure, rest) = (false, text.dropFirst(7))
        } else {
            throw .notHTTPS
        }
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        let authority = rest[..<end]
        guard !authority.contains("@") else { throw .userInfo }
        let pieces = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        host = pieces[0].lowercased()
        guard WebhookURL.isPlainHost(host) else { throw .oddHost }
        let isHere = rules == .sandbox && WebhookURL.isLoopback(host)
        guard isHere || !WebhookURL.isPrivate(host) else { throw .privateHost }
        port = try WebhookURL.port(pieces.count == 2 ? pieces[1] : nil, isSecure: isSecure)
        guard isSecure || isHere else { throw .notHTTPS }
        guard isHere || port == 443 || port == 8_443 else { throw .oddPort }
        guard !rest[end...].contains("#") else { throw .fragment }
        target = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
        guard WebhookURL.isWellEncoded(target) else { throw .oddPath }
        self.text = text
    }

    /// The value of the `Host` header.
    public var hostHeader: String { port == (isSecure ? 443 : 80) ? host : "\(host):\(port)" }

    /// The origin: two URLs with the same origin lead to the same server.
    public var origin: String { "\(isSecure ? "https" : "http")://\(host):\(port)" }

    /// The URL in the normal form that is stored and compared.
    ///
    /// Scheme and host are in lower case. The scheme's default port is omitted. An empty path becomes a slash (RFC
    /// 3986, section 6.2.2.1 and 6.2.3).
    public var normalised: String { "\(isSecure ? "https" : "http")://\(hostHeader)\(target)" }

    private static func port(_ text: Substring?, isSecure: Bool) throws(Refusal) -> Int {
        guard let text else { return isSecure ? 443 : 80 }
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            text.utf8.first != 0x30, let port = Int(text), port <= 65_535
        else { throw .oddPort }
        return port
    }

    /// Whether the host is four decimal numbers, or labels of letters, digits and hyphens whose last one is no number.
    ///
    /// `127.1`, `2130706433`, `0x7f000001` and `0177.0.0.1` are addresses to some readers and names to others.
    static func isPlainHost(_ host: String) -> Bool {
        if case .v4? = IPAddress(host) { return true }
        guard (1...253).contains(host.utf8.count) else { return false }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard let last = labels.last, last.utf8.contains(where: { !(0x30...0x39).contains($0) }),
            !last.hasPrefix("0x")
        else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
                }
        }
    }

    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || IPAddress(host)?.isLoopback == true
    }

    /// Whether the host is an address outside the public internet, or a name that always leads to one.
    ///
    /// Such names are `localhost` and its subdomains (RFC 6761, section 6.3) and names of a local network (RFC 6762,
    /// RFC 8375). Names of a machine's own hosts file are such names too.
    static func isPrivate(_ host: String) -> Bool {
        if let address = IPAddress(host) { return !address.isPublic }
        return privateNames.contains { name in
            host.utf8.elementsEqual(name.utf8) || host.utf8.reversed().starts(with: ".\(name)".utf8.reversed())
        }
    }

    private static let privateNames = [
        "localhost", "localdomain", "local", "internal", "home.arpa", "ip6-localhost", "ip6-loopback",
    ]

    /// Whether the target has no brackets, and two hexadecimal digits after every percent sign that hide no control
    /// character.
    private static func isWellEncoded(_ target: String) -> Bool {
        var rest = Array(target.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte != UInt8(ascii: "["), byte != UInt8(ascii: "]") else { return false }
            guard byte == UInt8(ascii: "%") else { continue }
            guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2,
                rest.prefix(2).first != UInt8(ascii: "+"), value >= 0x20, value != 0x7F
            else { return false }
            rest = rest.dropFirst(2)
        }
        return true
    }
}

extension WebhookURL.Refusal {
    /// The correction for the caller, for the error's message.
    public var advice: String {
        switch self {
        case .tooLong: "url is an address of at most \(WebhookURL.longest) characters."
        case .oddCharacter: "url has only the visible ASCII characters that a URL may have, and no backslash."
        case .notHTTPS: "url begins with https://. In the sandbox http:// on this machine is taken too."
        case .userInfo: "url has no user name or password. Set a bearer token instead."
        case .oddHost: "The host of url is a plain domain name (an international one in its xn-- form)."
        case .privateHost:
            "The host of url is one of this machine or of a local network, where no webhook is sent. Use a public host."
        case .oddPort: "The port of url is 443 or 8443."
        case .oddPath: "The path of url has a percent sign that encodes nothing, or a control character."
        case .fragment: "url has no fragment."
        }
    }
}
