/// The checks of a link's address, in the order of ``TokenActivationLinkRefusal``.
struct LaunchCheck {
    let rules: TokenActivationRules

    /// The query of a link that is for this app.
    func query(of text: String) throws(TokenActivationLinkRefusal) -> Substring? {
        try requirePlainText(text)
        guard let address = AddressText(text[...]), address.hasAuthority else { throw .notAnAddress }
        if !isDevelopment(address) { try requireLaunchAddress(address) }
        guard address.path == rules.launch.path else { throw .otherPath }
        guard address.fragment == nil else { throw .fragment }
        return address.query
    }

    private func requirePlainText(_ text: String) throws(TokenActivationLinkRefusal) {
        guard text.utf8.count <= TokenActivationRules.longestLink else { throw .tooLong }
        guard !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { throw .controlCharacter }
        guard !text.utf8.contains(0x5C) else { throw .backslash }
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { throw .notASCII }
    }

    private func isDevelopment(_ address: AddressText) -> Bool {
        guard let origin = rules.developmentOrigin else { return false }
        return address.scheme == "http" && address.authority == origin.authority
    }

    private func requireLaunchAddress(_ address: AddressText) throws(TokenActivationLinkRefusal) {
        guard address.scheme == rules.launch.scheme else { throw .otherScheme }
        guard !address.authority.contains("@") else { throw .userInfo }
        guard !address.authority.contains("%") else { throw .encodedHost }
        guard !address.authority.contains(":") else { throw .port }
        guard address.authority == rules.launch.host else { throw .otherHost }
    }
}
