import ChaveBase

/// The check of a token on the caller's own card, against the network and our records.
struct TokenCheck {
    let token: NetworkToken?
    let card: IssuedCard
    let request: CheckedRequest
    /// The recorded activation of the token.
    let standing: Activation?
    let wallets: [WalletRequestor]
    let policy: ActivationPolicy
    let now: Timestamp

    /// Checks everything that must hold before a token becomes, or stays, active.
    func run() throws(ActivationRefusal) -> CheckedToken {
        let token = try requireToken()
        let wallet = try requireAllowedWallet(token)
        try requireDevice(token)
        try requireNotSuspended(token)
        try requireNotDeactivated(token)
        try requireNothingUnderWay()
        guard token.state != .active, standing?.state.isActivating != true else {
            return CheckedToken(token: token, wallet: wallet, stepUpEndsAt: nil)
        }
        let opened = try requireOpenStepUp(token)
        let end = try requireYoungStepUp(opened)
        return CheckedToken(token: token, wallet: wallet, stepUpEndsAt: end)
    }

    /// Checks that there is a step-up to which the holder can say no.
    func runForDeclining() throws(ActivationRefusal) -> NetworkToken {
        let token = try requireToken()
        try requireNotSuspended(token)
        try requireNotDeactivated(token)
        guard standing?.state.isActivating != true else {
            throw ActivationRefusal(.activationInProgress, retryAfterSeconds: 1)
        }
        guard token.state != .active, token.stepUpOpenedAt != nil || isDeclined(token) else {
            throw ActivationRefusal(.stepUpClosed)
        }
        return token
    }

    /// Whether the holder said no to this step-up, or to the last one when none is open.
    func isDeclined(_ token: NetworkToken) -> Bool {
        guard let standing, standing.state.name == .declined, token.state == .inactive else { return false }
        return token.stepUpOpenedAt == nil || token.stepUpOpenedAt == standing.stepUpOpenedAt
    }

    /// Requires the token; a token of another card or another wallet counts as not found.
    private func requireToken() throws(ActivationRefusal) -> NetworkToken {
        guard let token, token.panReferenceID == card.panReferenceID, token.network == card.network,
            request.wallet.map({ $0.id == token.requestorID }) ?? true
        else { throw ActivationRefusal(.tokenNotFound) }
        return token
    }

    private func requireAllowedWallet(_ token: NetworkToken) throws(ActivationRefusal) -> WalletRequestor {
        let wallet = wallets.first { $0.id == token.requestorID && $0.network == token.network }
        guard let wallet else { throw ActivationRefusal(.walletNotAllowed) }
        return wallet
    }

    /// Requires the token's device: a check of consistency, no proof of place, as the maker of the token knows its
    /// device.
    ///
    /// A network that does not count devices has no index to compare.
    private func requireDevice(_ token: NetworkToken) throws(ActivationRefusal) {
        let isSameIndex = token.deviceIndex.map { $0 == request.deviceIndex } ?? true
        guard request.deviceID == token.deviceID, isSameIndex else { throw ActivationRefusal(.deviceMismatch) }
    }

    private func requireNotSuspended(_ token: NetworkToken) throws(ActivationRefusal) {
        guard token.state != .suspended else { throw ActivationRefusal(.tokenSuspended) }
    }

    private func requireNotDeactivated(_ token: NetworkToken) throws(ActivationRefusal) {
        guard token.state != .deactivated else { throw ActivationRefusal(.tokenDeactivated) }
    }

    private func requireNothingUnderWay() throws(ActivationRefusal) {
        guard let standing, standing.state.isActivating, standing.isHeld(at: now, policy) else { return }
        throw ActivationRefusal(.activationInProgress, retryAfterSeconds: 1)
    }

    private func requireOpenStepUp(_ token: NetworkToken) throws(ActivationRefusal) -> Timestamp {
        guard let opened = token.stepUpOpenedAt, !isDeclined(token) else { throw ActivationRefusal(.stepUpClosed) }
        return opened
    }

    private func requireYoungStepUp(_ opened: Timestamp) throws(ActivationRefusal) -> Timestamp {
        let end = opened.adding(seconds: policy.stepUpSeconds)
        // A network's clock may be slightly ahead of ours; a later time is no valid start of a step-up.
        guard opened <= now.adding(seconds: policy.clockSkewSeconds), now < end else {
            throw ActivationRefusal(.stepUpExpired)
        }
        return end
    }
}

/// A token that may become active or is active; only ``TokenCheck`` makes one.
struct CheckedToken: Hashable, Sendable {
    let token: NetworkToken
    let wallet: WalletRequestor
    /// The end of the step-up; `nil` when no yes is needed any more.
    let stepUpEndsAt: Timestamp?
}
