public import ChaveBase

/// A token as its network stores it.
public struct NetworkToken: Hashable, Sendable {
    public var id: String
    public var network: CardNetwork
    public var requestorID: String
    public var panReferenceID: String
    public var walletAccountID: String?
    public var deviceID: String
    /// The device's index among the devices bound to the token; `nil` at a network that does not count devices.
    public var deviceIndex: Int64?
    /// The wallet's name for the device; `nil` when the wallet gave none.
    public var deviceName: String?
    public var state: TokenState
    /// The time at which the network began to wait for the holder's decision; `nil` when it does not wait.
    public var stepUpOpenedAt: Timestamp?

    public init(
        id: String,
        network: CardNetwork,
        requestorID: String,
        panReferenceID: String,
        walletAccountID: String?,
        deviceID: String,
        deviceIndex: Int64?,
        deviceName: String?,
        state: TokenState,
        stepUpOpenedAt: Timestamp?
    ) {
        self.id = id
        self.network = network
        self.requestorID = requestorID
        self.panReferenceID = panReferenceID
        self.walletAccountID = walletAccountID
        self.deviceID = deviceID
        self.deviceIndex = deviceIndex
        self.deviceName = deviceName
        self.state = state
        self.stepUpOpenedAt = stepUpOpenedAt
    }
}
