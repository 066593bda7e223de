import ChaveBase

/// The header `Host` (RFC 9110, section 7.2): a host, and a port that is not the default.
package enum HostField {
    /// Whether the text is a host name or an address, with or without a port.
    package static func isWellFormed(_ text: String) -> Bool {
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return false }
            let address = IPAddress(text[text.index(after: text.startIndex)..<end])
            guard case .v6? = address?.unmapped else { return false }
            return isPort(text[text.index(after: end)...])
        }
        let host = text.prefix { $0 != ":" }
        return isName(String(host)) && isPort(text.dropFirst(host.count))
    }

    /// Whether the text is a host name without a port.
    package static func isName(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// Whether the text is empty, or a colon and a valid port.
    private static func isPort(_ text: Substring) -> Bool {
        if text.isEmpty { return true }
        let digits = text.dropFirst()
        guard text.first == ":", digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return false }
        return digits.isEmpty || digits.utf8.count <= 5 && (Int(digits) ?? .max) <= 65_535
    }
}
