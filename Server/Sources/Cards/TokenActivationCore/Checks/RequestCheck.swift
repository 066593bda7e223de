import ChaveBase

/// What is asked, by itself: nothing is looked up, so nothing stored is revealed.
struct RequestCheck {
    let payload: ActivationPayload
    let session: HolderSession
    /// Whether the person must have been there just now.
    let needsPresence: Bool
    let wallets: [WalletRequestor]
    let policy: ActivationPolicy
    let now: Timestamp

    func run() throws(ActivationRefusal) -> CheckedRequest {
        try requireAllowedClient()
        try requirePresence()
        try requireNoCardNumber()
        try requireWellFormed()
        let token = try requireReferences()
        return CheckedRequest(
            panReferenceID: payload.panReferenceID.said,
            tokenReferenceID: token,
            wallet: try requireAllowedWallet(),
            deviceID: payload.deviceID.said,
            deviceIndex: payload.deviceIndex.said.flatMap { Int64($0) }
        )
    }

    func requireAllowedClient() throws(ActivationRefusal) {
        guard policy.clients.contains(session.client) else { throw ActivationRefusal(.clientNotAllowed) }
    }

    /// RFC 9470: a token that was asked for by somebody who is there.
    ///
    /// Nobody was there in the future: a time from there is no proof, but for clocks that differ a little.
    private func requirePresence() throws(ActivationRefusal) {
        guard needsPresence else { return }
        let isPast = session.authenticatedAt <= now.adding(seconds: policy.clockSkewSeconds)
        guard isPast, now < session.authenticatedAt.adding(seconds: policy.freshSeconds) else {
            throw ActivationRefusal(.insufficientUserAuthentication)
        }
    }

    /// Before anything else is read out of the texts: they are dropped here.
    private func requireNoCardNumber() throws(ActivationRefusal) {
        for (name, value) in payload.fields {
            guard let value, CardNumbers.occur(in: value) else { continue }
            throw ActivationRefusal(.cardNumberRefused, field: name)
        }
    }

    /// Visible ASCII of at most 64 characters; requestors have 11 digits, an index up to 9.
    private func requireWellFormed() throws(ActivationRefusal) {
        for (name, value) in payload.fields {
            guard let text = value.said else { continue }
            let bytes = Array(text.utf8)
            let isDigits = bytes.allSatisfy { (0x30...0x39).contains($0) }
            let isWellFormed =
                switch name {
                case "tokenRequestorID": isDigits && bytes.count == 11
                case "deviceIndex": isDigits && bytes.count <= 9
                case "walletAccountID", "reasonCode":
                    bytes.count <= 128 && bytes.allSatisfy { (0x20...0x7E).contains($0) }
                default: bytes.count <= 64 && bytes.allSatisfy { (0x21...0x7E).contains($0) }
                }
            guard isWellFormed else { throw ActivationRefusal(.invalidPayload, field: name) }
        }
    }

    /// A token is found by its card or by its wallet.
    private func requireReferences() throws(ActivationRefusal) -> String {
        guard let token = payload.tokenReferenceID.said else { throw ActivationRefusal(.tokenReferenceMissing) }
        guard payload.panReferenceID.said != nil || payload.tokenRequestorID.said != nil else {
            throw ActivationRefusal(.tokenReferenceMissing, field: "panReferenceID")
        }
        return token
    }

    private func requireAllowedWallet() throws(ActivationRefusal) -> WalletRequestor? {
        guard let requestor = payload.tokenRequestorID.said else { return nil }
        guard let wallet = wallets.first(where: { $0.id == requestor }) else {
            throw ActivationRefusal(.walletNotAllowed)
        }
        return wallet
    }
}

extension String? {
    /// An empty text says nothing.
    fileprivate var said: String? {
        guard let self, !self.isEmpty else { return nil }
        return self
    }
}
