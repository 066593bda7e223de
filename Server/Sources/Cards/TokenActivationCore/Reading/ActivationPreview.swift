public import ChaveBase

/// The details that the holder sees before they decide.
public struct ActivationPreview: Hashable, Sendable {
    public var cardName: String
    public var lastFour: String
    public var network: CardNetwork
    public var walletName: String
    /// The wallet's name for the device; `nil` when the wallet gave none.
    public var deviceName: String?
    public var tokenReferenceID: String
    /// The token's state: INACTIVE, or ACTIVE when nothing is left to do.
    public var state: TokenState
    /// The time until which a yes counts; `nil` when the token is active already.
    public var expiresAt: Timestamp?

    public init(
        cardName: String,
        lastFour: String,
        network: CardNetwork,
        walletName: String,
        deviceName: String?,
        tokenReferenceID: String,
        state: TokenState,
        expiresAt: Timestamp?
    ) {
        self.cardName = cardName
        self.lastFour = lastFour
        self.network = network
        self.walletName = walletName
        self.deviceName = deviceName
        self.tokenReferenceID = tokenReferenceID
        self.state = state
        self.expiresAt = expiresAt
    }
}
