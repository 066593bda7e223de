import ChaveBase

/// The scheme and host of a URL, after the rules have checked each part.
struct CallbackParts {
    var scheme: String
    var host: String?

    init(_ bytes: [UInt8], rules: CallbackURL.Rules) throws(CallbackURL.Refusal) {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), CallbackParts.isScheme(bytes[..<colon]) else {
            throw .scheme
        }
        scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        let rest = bytes[(colon + 1)...]
        let isWeb = scheme == "https" || scheme == "http"
        guard isWeb || (rules.allowsAppSchemes && !CallbackParts.foreignSchemes.contains(scheme)) else {
            throw .scheme
        }
        let hierarchy = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        if hierarchy.starts(with: "//".utf8) {
            let authority = hierarchy.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
            host = try CallbackParts.host(authority, isWeb: isWeb)
        } else if isWeb || hierarchy.isEmpty {
            throw .host
        }
        if scheme == "http" { try CallbackParts.requireLoopback(host, rules) }
        if !rules.allowsAnyQuery { try CallbackParts.requireRoomForParameters(rest) }
    }

    /// Whether `bytes` have the form of a scheme (RFC 3986, section 3.1).
    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, isLowercase(first | 0x20), bytes.count <= 64 else { return false }
        return bytes.allSatisfy { isDigit($0) || isLowercase($0 | 0x20) || "+-.".utf8.contains($0) }
    }

    private static func host(_ authority: ArraySlice<UInt8>, isWeb: Bool) throws(CallbackURL.Refusal) -> String? {
        guard !authority.contains(UInt8(ascii: "@")) else { throw .userInfo }
        let host: ArraySlice<UInt8>
        if authority.first == UInt8(ascii: "[") {
            guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { throw .host }
            host = authority[...end]
        } else {
            host = authority.prefix { $0 != UInt8(ascii: ":") }
        }
        // `meuapp:///callback` names no host.
        if host.isEmpty, authority.isEmpty, !isWeb { return nil }
        // A host whose last label is a number is an address. Browsers also read odd forms, such as 127.1, as addresses.
        let lastLabel = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).last ?? []
        let isName = HostName.isDomain(host) && !lastLabel.allSatisfy(isDigit)
        guard isName || HostName.ipv4(host) != nil || host.elementsEqual("[::1]".utf8) else { throw .host }
        let port = authority[host.endIndex...]
        guard port.isEmpty || isPort(port) else { throw .port }
        return String(decoding: host, as: UTF8.self).lowercased()
    }

    private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
        let digits = bytes.dropFirst()
        guard bytes.first == UInt8(ascii: ":"), (1...5).contains(digits.count), digits.allSatisfy(isDigit) else {
            return false
        }
        return (1...65_535).contains(digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
    }

    private static func requireLoopback(_ host: String?, _ rules: CallbackURL.Rules) throws(CallbackURL.Refusal) {
        guard rules.allowsLoopback else { throw .scheme }
        guard let host, HostName.isLoopback(Array(host.utf8)) else { throw .host }
    }

    /// Refuses a fragment and a repeated name: the parameters that the bank adds must have only one reading.
    private static func requireRoomForParameters(_ rest: ArraySlice<UInt8>) throws(CallbackURL.Refusal) {
        guard !rest.contains(UInt8(ascii: "#")) else { throw .fragment }
        guard let mark = rest.firstIndex(of: UInt8(ascii: "?")) else { return }
        guard let items = QueryItem.items(rest[(mark + 1)...]) else { throw .character }
        var names: Set<[UInt8]> = []
        for item in items {
            let name = Array(item.name.utf8)
            guard !CallbackURL.reservedParameters.contains(where: { $0.utf8.elementsEqual(name) }) else {
                throw .reservedParameter
            }
            guard names.insert(name).inserted else { throw .repeatedParameter }
        }
    }

    /// Schemes that belong to browsers and systems, never to an app that waits for a callback.
    private static let foreignSchemes: Set<String> = [
        "about", "blob", "cid", "content", "data", "facetime", "file", "filesystem", "ftp", "intent", "javascript",
        "mailto", "market", "sms", "tel", "urn", "vbscript", "view-source", "ws", "wss",
    ]
}
