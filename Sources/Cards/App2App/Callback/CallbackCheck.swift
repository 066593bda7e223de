import ChaveBase

/// The checks of a callback, in the order of ``TokenActivationLinkRefusal``.
struct CallbackCheck {
    let rules: TokenActivationRules

    func address(in text: String) throws(TokenActivationLinkRefusal) -> AddressText {
        guard !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { throw .callbackControlCharacter }
        guard !text.utf8.contains(0x5C) else { throw .callbackBackslash }
        let scheme = text.prefix { $0 != ":" }.lowercased()
        guard !isForbidden(scheme, text) else { throw .callbackForbiddenScheme }
        guard isAddress(text) else { throw .callbackCharacter }
        guard let address = AddressText(text[...]), CallbackCheck.isReadAlike(address) else {
            throw .callbackNotAnAddress
        }
        if !isDevelopment(address) { try requireAllowed(address) }
        guard !isOwnAddress(address) else { throw .callbackOwnAddress }
        guard address.fragment == nil else { throw .callbackFragment }
        return address
    }

    /// Whether all parsers read the address in the same way.
    ///
    /// Every parser accepts `wallet:done`. `https:host/path` has a host by WHATWG's URL standard and none by RFC 3986:
    /// the checked address might not be the opened one.
    private static func isReadAlike(_ address: AddressText) -> Bool {
        address.hasAuthority || address.plainScheme != "https"
    }

    /// Whether the scheme is never opened; the development origin is the only allowed http address.
    private func isForbidden(_ scheme: String, _ text: String) -> Bool {
        if let address = AddressText(text[...]), isDevelopment(address) { return false }
        return CallbackRules.neverOpened.contains(scheme)
    }

    private func isDevelopment(_ address: AddressText) -> Bool {
        guard let origin = rules.developmentOrigin else { return false }
        return address.plainScheme == "http" && address.plainAuthority == origin.authority
    }

    private func requireAllowed(_ address: AddressText) throws(TokenActivationLinkRefusal) {
        let isHTTPS = address.plainScheme == "https"
        let own = rules.launch.scheme.lowercased()
        guard own == "https" || address.plainScheme != own else { throw .callbackOwnScheme }
        guard isHTTPS || rules.callbacks.schemes.contains(address.plainScheme) else { throw .callbackOtherScheme }
        guard !address.authority.contains("@") else { throw .callbackUserInfo }
        guard !address.authority.contains("%") else { throw .callbackEncodedHost }
        guard !address.authority.contains(":") else { throw .callbackPort }
        guard AddressText.isHost(address.authority) else { throw .callbackOtherHost }
        guard !isHTTPS || rules.callbacks.httpsHosts.contains(address.plainAuthority) else {
            throw .callbackOtherHost
        }
    }

    /// Whether the address is the app's own launch address; opening it would start the app again.
    private func isOwnAddress(_ address: AddressText) -> Bool {
        let isWeb = address.plainScheme == "https" && rules.launch.scheme == "https"
        guard isDevelopment(address) || isWeb && address.plainAuthority == rules.launch.host.lowercased() else {
            return false
        }
        return CallbackCheck.place(address.path) == CallbackCheck.place(rules.launch.path[...])
    }

    /// The segments of a path as a server may understand them: without escapes, `.` and `..`, and empty segments.
    private static func place(_ path: Substring) -> [String] {
        let plain = (PercentEncoding.decode(path) ?? String(path)).lowercased()
        var steps: [String] = []
        for step in plain.split(separator: "/") where step != "." {
            if step == ".." { _ = steps.popLast() } else { steps.append(String(step)) }
        }
        return steps
    }

    /// Whether the text has only RFC 3986's characters and whole escapes.
    ///
    /// Brackets are allowed only around the host of the development origin.
    private func isAddress(_ text: String) -> Bool {
        guard PercentEncoding.decode(text[...]) != nil else { return false }
        let marks = Set("-._~:/?#@!$&'()*+,;=%".utf8)
        let isBracketed = AddressText(text[...]).map(isDevelopment) ?? false
        let checked = isBracketed ? text.dropFirst(rules.developmentOrigin?.description.count ?? 0) : text[...]
        return checked.utf8.allSatisfy { AddressText.isLetter($0) || isDigit($0) || marks.contains($0) }
    }
}
