import ChaveWire

/// Compares a client's redirect address with its registered addresses (RFC 9700, section 2.1).
///
/// The comparison is by bytes, without parsing or normalising. Only the port of a loopback literal may differ (RFC
/// 8252, section 7.3), because an app there uses any free port.
enum RedirectURI {
    private static let loopbacks = ["http://127.0.0.1", "http://[::1]"]

    static func isRegistered(_ sent: String, among registered: [String]) -> Bool {
        registered.contains { one in
            if one.utf8.elementsEqual(sent.utf8) { return true }
            guard let expected = withoutPort(one), let actual = withoutPort(sent) else { return false }
            return expected.host == actual.host && expected.rest == actual.rest
        }
    }

    /// The address without its port; `nil` unless it is http to a loopback literal with no port or a well-formed one.
    private static func withoutPort(_ text: String) -> (host: String, rest: [UInt8])? {
        let bytes = Array(text.utf8)
        guard let host = loopbacks.first(where: { bytes.starts(with: $0.utf8) }) else { return nil }
        var rest = bytes.dropFirst(host.utf8.count)
        if rest.first == UInt8(ascii: ":") {
            let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            guard (1...5).contains(digits.count), digits.first != 0x30,
                let port = Int(String(decoding: digits, as: UTF8.self)), port <= 65_535
            else { return nil }
            rest = rest.dropFirst(1 + digits.count)
        }
        guard let next = rest.first else { return (host, []) }
        return next == UInt8(ascii: "/") || next == UInt8(ascii: "?") ? (host, Array(rest)) : nil
    }

    /// The address with parameters added to its query, each percent-encoded.
    static func adding(_ parameters: [(name: String, value: String?)], to address: String) -> String {
        guard parameters.contains(where: { $0.value != nil }) else { return address }
        let added = parameters.compactMap { name, value in value.map { "\(name)=\(encoded($0))" } }
        return address + (address.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + added.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "-._~".utf8.contains(byte)
            bytes += isPlain ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
