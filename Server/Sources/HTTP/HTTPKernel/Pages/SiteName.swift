import ChaveBase

/// A server's host and port as a browser writes them, without the default port.
package struct SiteName: Hashable, Sendable {
    private let text: String
    private let scheme: String

    /// Reads a base URL, such as `http://localhost:8080`.
    package init(url: String) {
        let parts = url.split(separator: "/", omittingEmptySubsequences: true)
        scheme = parts.first.map { String($0.dropLast()).lowercased() } ?? "http"
        text = SiteName.plain(parts.count > 1 ? String(parts[1]) : "", scheme)
    }

    /// Reads the `Host` header of a request in plain text.
    package init(_ header: String) {
        scheme = "http"
        text = SiteName.plain(header, scheme)
    }

    /// Whether a request with that header is for this name.
    package func isMeant(by header: String?) -> Bool {
        guard let header, !text.isEmpty else { return false }
        return SiteName.plain(header, scheme).utf8.elementsEqual(text.utf8)
    }

    private var isBracketed: Bool { text.hasPrefix("[") }

    /// The host without the port, and without the brackets of an IPv6 address.
    package var host: Substring { isBracketed ? text.prefix { $0 != "]" }.dropFirst() : text.prefix { $0 != ":" } }

    /// The host without a dot at its end.
    package var bareHost: Substring { host.hasSuffix(".") ? host.dropLast() : host }

    /// Whether the name means this machine and no other.
    package var isLoopback: Bool {
        let host = host
        let port = text.dropFirst(host.count + (isBracketed ? 2 : 0))
        guard port.isEmpty || port.first == ":" && port.dropFirst().utf8.allSatisfy({ (48...57).contains($0) }) else {
            return false
        }
        return host == "localhost" || IPAddress(String(host))?.isLoopback == true
    }

    private static func plain(_ text: String, _ scheme: String) -> String {
        let text = text.lowercased()
        let usual = scheme == "https" ? ":443" : ":80"
        return text.hasSuffix(usual) ? String(text.dropLast(usual.count)) : text
    }
}
