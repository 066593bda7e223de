public import ChaveBase

/// What the holder is shown before they say yes.
public struct ActivationPreview: Hashable, Sendable {
    public var cardName: String
    public var lastFour: String
    public var network: CardNetwork
    public var walletName: String
    /// What the wallet calls the device; `nil` where it said nothing.
    public var deviceName: String?
    public var tokenReferenceID: String
    /// INACTIVE, or ACTIVE where nothing is left to do.
    public var state: TokenState
    /// Until when a yes counts; `nil` where the token is active already.
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
