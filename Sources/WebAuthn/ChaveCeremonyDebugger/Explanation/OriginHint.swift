/// Finds the difference of two origins when the difference is small.
enum OriginHint {
    /// A sentence that begins with a space, or an empty text.
    static func about(_ came: String, _ expected: [String]) -> String {
        guard !expected.isEmpty else { return " The list is empty." }
        // Real origins and their lists are short. Longer input takes no more time than reading it.
        guard came.utf8.count <= 300 else { return "" }
        for each in expected.prefix(100) where each.utf8.count <= 300 {
            if let difference = difference(came, each) {
                return " It differs from \(Quoted.text(each)) only in \(difference)."
            }
        }
        return ""
    }

    /// The text between `://` and the port.
    static func host(_ origin: String) -> String { parts(origin).host }

    private static func difference(_ came: String, _ expected: String) -> String? {
        if expected.utf8.elementsEqual((came + "/").utf8) {
            return "the slash at the end of the listed one: an origin has none"
        }
        if came.lowercased().utf8.elementsEqual(expected.lowercased().utf8) { return "upper and lower case" }
        let (one, other) = (parts(came), parts(expected))
        let isSame = [one.scheme == other.scheme, one.host == other.host, one.port == other.port]
        switch isSame {
        case [false, true, true]: return "the scheme"
        case [true, true, false]: return "the port"
        case [true, false, true]: return isBelow(one.host, other.host) ? "the subdomain" : nil
        default: return nil
        }
    }

    private static func isBelow(_ one: String, _ other: String) -> Bool {
        !one.isEmpty && !other.isEmpty && (one.hasSuffix(".\(other)") || other.hasSuffix(".\(one)"))
    }

    private static func parts(_ origin: String) -> (scheme: String, host: String, port: String) {
        let bytes = Array(origin.utf8)
        let scheme = bytes.prefix { $0 != UInt8(ascii: ":") }
        let rest = bytes.dropFirst(scheme.count)
        guard rest.starts(with: Array("://".utf8)) else { return (origin, "", "") }
        let host = rest.dropFirst(3).prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
        let port = rest.dropFirst(3 + host.count)
        return (text(scheme), text(host), text(port))
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
