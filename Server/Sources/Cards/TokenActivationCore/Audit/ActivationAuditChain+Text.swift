extension ActivationAuditChain {
    /// Reads a chain from its ``text``; `nil` for any other text.
    public init?(text: String) {
        let bytes = Array(text.utf8)
        guard let kind = bytes.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let rest = bytes[(kind + 1)...]
        switch String(decoding: bytes[..<kind], as: UTF8.self) {
        case "card": self = .card(String(decoding: rest, as: UTF8.self))
        case "holder":
            guard let end = rest.firstIndex(of: UInt8(ascii: "/")),
                let count = Int(String(decoding: rest[..<end], as: UTF8.self)), count >= 0,
                rest.count - (end + 1 - rest.startIndex) > count
            else { return nil }
            let tenant = rest[(end + 1)...].prefix(count)
            guard rest[tenant.endIndex] == UInt8(ascii: "/") else { return nil }
            self = .holder(
                CardHolder(
                    tenant: String(decoding: tenant, as: UTF8.self),
                    user: String(decoding: rest[(tenant.endIndex + 1)...], as: UTF8.self)
                )
            )
        default: return nil
        }
    }
}
