/// The origin of a request's address; each origin has one pool of connections.
struct Origin: Hashable, Sendable {
    var isSecure: Bool
    var host: String
    var port: Int

    /// The value of the `Host` header.
    var authority: String { port == (isSecure ? 443 : 80) ? host : "\(host):\(port)" }

    /// The `host` for a resolver: an IPv6 literal without its brackets.
    var name: String {
        guard host.utf8.first == UInt8(ascii: "["), host.utf8.last == UInt8(ascii: "]") else { return host }
        return String(host.dropFirst().dropLast())
    }
}

extension Origin {
    /// Splits an absolute address into its origin and the target of the request line; `nil` when it is no such address.
    ///
    /// Characters that would end the request line are refused.
    static func split(_ url: String) -> (origin: Origin, target: Substring)? {
        let isSecure = url.hasPrefix("https://")
        guard isSecure || url.hasPrefix("http://") else { return nil }
        let rest = url.dropFirst(isSecure ? 8 : 7)
        let slash = rest.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        let target = rest[slash...].prefix { $0 != "#" }
        guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), target.utf8.first != UInt8(ascii: "?"),
            let place = place(rest[..<slash], isSecure: isSecure)
        else { return nil }
        return (place, target.isEmpty ? "/" : target)
    }

    private static func place(_ authority: Substring, isSecure: Bool) -> Origin? {
        let end = authority.utf8.lastIndex(of: UInt8(ascii: "]")) ?? authority.startIndex
        guard let colon = authority[end...].utf8.firstIndex(of: UInt8(ascii: ":")) else {
            return named(authority, port: isSecure ? 443 : 80, isSecure: isSecure)
        }
        guard let port = UInt16(authority[authority.utf8.index(after: colon)...]), port > 0 else { return nil }
        return named(authority[..<colon], port: Int(port), isSecure: isSecure)
    }

    private static func named(_ host: Substring, port: Int, isSecure: Bool) -> Origin? {
        let allowed = host.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "-._:[]".utf8.contains(byte)
        }
        return allowed && !host.isEmpty ? Origin(isSecure: isSecure, host: String(host), port: port) : nil
    }
}
