import ChaveBase

/// The check of a request by itself: it looks nothing up, so it reveals no stored data.
struct RequestCheck {
    let payload: ActivationPayload
    let session: HolderSession
    /// Whether the person's sign-in must be fresh.
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

    /// Requires a fresh sign-in (RFC 9470).
    ///
    /// A time in the future proves nothing, except within the tolerance for clocks that differ a little.
    private func requirePresence() throws(ActivationRefusal) {
        guard needsPresence else { return }
        let isPast = session.authenticatedAt <= now.adding(seconds: policy.clockSkewSeconds)
        guard isPast, now < session.authenticatedAt.adding(seconds: policy.freshSeconds) else {
            throw ActivationRefusal(.insufficientUserAuthentication)
        }
    }

    /// Refuses texts that contain a card number, before any other check reads them.
    private func requireNoCardNumber() throws(ActivationRefusal) {
        for (name, value) in payload.fields {
            guard let value, CardNumbers.occur(in: value) else { continue }
            throw ActivationRefusal(.cardNumberRefused, field: name)
        }
    }

    /// Requires visible ASCII of at most 64 characters.
    ///
    /// Exceptions: a requestor has 11 digits and an index up to 9. `walletAccountID` and `reasonCode` have up to 128
    /// characters and may contain spaces.
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

    /// Requires the token's reference, and its card or its wallet, by which the token is found.
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
    /// The text; `nil` when it is empty.
    fileprivate var said: String? {
        guard let self, !self.isEmpty else { return nil }
        return self
    }
}

/// A request with a valid payload; only ``RequestCheck`` makes one.
struct CheckedRequest: Hashable, Sendable {
    let panReferenceID: String?
    let tokenReferenceID: String
    /// The wallet that the payload names: one of those that the issuer accepts.
    let wallet: WalletRequestor?
    let deviceID: String?
    let deviceIndex: Int64?
}
