public import ChaveBase

/// An activation as its holder sees it.
public struct ActivationView: Hashable, Sendable {
    public var id: String
    public var tokenReferenceID: String
    public var state: ActivationState.Name
    /// The reason of a refusal or a failure.
    public var reason: ActivationRefusal.Code?
    public var lastFour: String
    public var walletName: String?
    public var deviceName: String?
    public var createdAt: Timestamp
    /// The token's state now, or the last known one when the network does not answer; `nil` when it never answered.
    public var tokenState: TokenState?

    public init(
        id: String,
        tokenReferenceID: String,
        state: ActivationState.Name,
        reason: ActivationRefusal.Code?,
        lastFour: String,
        walletName: String?,
        deviceName: String?,
        createdAt: Timestamp,
        tokenState: TokenState?
    ) {
        self.id = id
        self.tokenReferenceID = tokenReferenceID
        self.state = state
        self.reason = reason
        self.lastFour = lastFour
        self.walletName = walletName
        self.deviceName = deviceName
        self.createdAt = createdAt
        self.tokenState = tokenState
    }
}
