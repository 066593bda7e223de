public import ChaveBase
public import TokenActivationCore

/// A card in the sandbox's wallet, with its token's state at the network.
public struct WalletToken: Hashable, Sendable {
    /// `tokenReferenceID`.
    public let id: String
    public let network: CardNetwork
    public let cardName: String
    public let lastFour: String
    public let walletName: String
    public let walletAccountID: String
    public let deviceName: String
    public let temper: NetworkTemper
    public let state: TokenState
    /// The time since which the network waits for the holder's decision, by the deadlines' clock; `nil` without a wait.
    public let stepUpOpenedAt: Timestamp?
    public let addedAt: Timestamp
    public let changedAt: Timestamp
    /// The wallet's message to the issuer's app.
    public let payload: ActivationPayload
}

extension WalletToken {
    init(_ token: TokenRecord, of card: IssuedCard) {
        id = token.id
        network = token.network
        cardName = card.name
        lastFour = card.lastFour
        walletName = SandboxWallets.all.first { $0.id == token.requestorID }?.name ?? token.requestorID
        walletAccountID = token.walletAccountID
        deviceName = token.deviceName
        temper = token.temper
        state = token.life.state
        stepUpOpenedAt = token.life.stepUpOpenedAt
        addedAt = token.addedAt
        changedAt = token.changedAt
        payload = ActivationPayload(
            panReferenceID: token.panReferenceID,
            tokenRequestorID: token.requestorID,
            tokenReferenceID: token.id,
            walletAccountID: token.walletAccountID,
            deviceID: token.deviceID,
            deviceIndex: token.deviceIndex.map { String($0) },
            reasonCode: SandboxWallets.reasonCode
        )
    }
}
