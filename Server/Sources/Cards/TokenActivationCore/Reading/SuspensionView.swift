public import ChaveBase

/// The token that a notice's link can suspend.
public struct SuspensionView: Hashable, Sendable {
    public var activationID: String
    public var cardName: String
    public var lastFour: String
    public var network: CardNetwork
    public var walletName: String?
    public var deviceName: String?
    public var activatedAt: Timestamp
    /// The token's state now, or the last known one when the network does not answer.
    public var tokenState: TokenState?

    public init(
        activationID: String,
        cardName: String,
        lastFour: String,
        network: CardNetwork,
        walletName: String?,
        deviceName: String?,
        activatedAt: Timestamp,
        tokenState: TokenState?
    ) {
        self.activationID = activationID
        self.cardName = cardName
        self.lastFour = lastFour
        self.network = network
        self.walletName = walletName
        self.deviceName = deviceName
        self.activatedAt = activatedAt
        self.tokenState = tokenState
    }
}
