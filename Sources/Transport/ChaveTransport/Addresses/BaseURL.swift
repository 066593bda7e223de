import ChaveBase

/// The checked address of a server: https, or http on the device itself.
public struct BaseURL: Hashable, Sendable {
    /// The address without a slash at the end.
    public let text: String

    /// The reason for refusing a text as a base URL.
    public enum Refusal: String, Error, Hashable, Sendable, CaseIterable {
        /// The text has no scheme and host.
        case notAbsolute = "not_absolute"
        /// The scheme is neither https nor http.
        case unsupportedScheme = "unsupported_scheme"
        /// The host is missing or contains forbidden characters, a user name for example.
        case invalidHost = "invalid_host"
        /// The port is not a number from 1 to 65535.
        case invalidPort = "invalid_port"
        /// The text has a query, a fragment, or characters that a path does not allow.
        case invalidPath = "invalid_path"
        /// The text is plain http to another machine, which would show tokens to the network.
        case insecure
    }

    /// Checks the text and throws the first fault; a `/` at the end is ignored.
    public init(_ text: String) throws(Refusal) {
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: Array("://".utf8))
        else {
            throw .notAbsolute
        }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        guard scheme == "https" || scheme == "http" else { throw .unsupportedScheme }
        let rest = bytes[(colon + 3)...]
        let authority = rest.prefix { !Array("/?#".utf8).contains($0) }
        var path = rest.dropFirst(authority.count)
        let (host, port) = try BaseURL.split(Array(authority))
        guard path.allSatisfy(BaseURL.isPathCharacter) else { throw .invalidPath }
        if scheme == "http" && !BaseURL.isLoopback(host) { throw .insecure }
        while path.last == UInt8(ascii: "/") { path.removeLast() }
        let portText = port.map { ":\($0)" } ?? ""
        self.text = "\(scheme)://\(host)\(portText)\(String(decoding: path, as: UTF8.self))"
    }

    /// The address of `path`, which begins with a slash, followed by `query`.
    public func appending(path: String, query: [(name: String, value: String)] = []) -> String {
        guard !query.isEmpty else { return text + path }
        let items = query.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
        return "\(text)\(path)?\(items.joined(separator: "&"))"
    }

    private static func split(_ authority: [UInt8]) throws(Refusal) -> (host: String, port: UInt16?) {
        var host = authority[...]
        var port: UInt16?
        let isLiteral = authority.first == UInt8(ascii: "[")
        let searchable =
            isLiteral ? authority.lastIndex(of: UInt8(ascii: "]")).map { authority[$0...] } : authority[...]
        guard let searchable else { throw .invalidHost }
        if let colon = searchable.firstIndex(of: UInt8(ascii: ":")) {
            let digits = authority[(colon + 1)...]
            guard digits.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = UInt16(String(decoding: digits, as: UTF8.self)), number > 0
            else { throw .invalidPort }
            port = number
            host = authority[..<colon]
        }
        guard isHost(host, isLiteral: isLiteral) else { throw .invalidHost }
        return (String(decoding: host, as: UTF8.self).lowercased(), port)
    }

    private static func isHost(_ host: ArraySlice<UInt8>, isLiteral: Bool) -> Bool {
        if isLiteral {
            let inside = host.dropFirst().dropLast()
            return host.last == UInt8(ascii: "]") && inside.count >= 2
                && inside.allSatisfy { Array("0123456789abcdefABCDEF:.".utf8).contains($0) }
        }
        return !host.isEmpty && host.count <= 253 && host.first != UInt8(ascii: ".")
            && host.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
    }

    /// Whether the host is the device itself: `localhost` and names below it, 127.0.0.0/8 and `::1`.
    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil && $0.utf8.count <= 3 }
    }

    private static func isPathCharacter(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || Array("/-._~".utf8).contains(byte)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
