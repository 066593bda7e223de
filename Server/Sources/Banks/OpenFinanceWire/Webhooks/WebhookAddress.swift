/// The base address of a client's webhooks.
package enum WebhookAddress {
    /// Whether a bank may send there: HTTPS to a host name, with a port and a path or without, and nothing else.
    ///
    /// An IP address is refused: certificates of webhooks name hosts, and the bank should reach nothing inside its network.
    package static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= 1_024, text.hasPrefix("https://"),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !text.contains(where: { "@?#\\".contains($0) })
        else { return false }
        let rest = text.dropFirst("https://".count)
        let authority = rest.prefix { $0 != "/" }.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = authority.first, authority.count <= 2 else { return false }
        if authority.count == 2 { guard let port = UInt16(authority[1]), port > 0 else { return false } }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, let last = labels.last, !last.allSatisfy({ $0.isNumber }) else { return false }
        return labels.allSatisfy { label in
            !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
        }
    }
}
