public import ChaveBase

/// One request of a holder about one token, with its outcome.
public struct Activation: Hashable, Sendable {
    /// UUID of version 7; also the id of the operation at the network.
    public let id: String
    /// The version: 1 at first, plus one with each change; a change must name the version that it read.
    public var version: Int64
    public let holder: CardHolder
    /// The OAuth client of the first request.
    public let client: String
    /// The card's `panReferenceID`.
    public let card: String
    public let token: TokenKey
    public let particulars: Particulars
    public var state: ActivationState
    /// The token's last state at the network; `nil` when the network was never asked.
    public var tokenState: TokenState?
    /// The start of the step-up that the activation answers; `nil` when none was open.
    public let stepUpOpenedAt: Timestamp?
    public let createdAt: Timestamp
    public var updatedAt: Timestamp
    /// The end of the lease: until then only one caller may work on the activation.
    public var heldUntil: Timestamp?
    /// The time of the next automatic retry; `nil` when nothing is left to do.
    public var wakeAt: Timestamp?

    /// The details for the holder.
    public struct Particulars: Hashable, Sendable {
        public var cardName: String
        public var lastFour: String
        /// The wallet's requestor id; `nil` when neither payload nor network named the wallet.
        public var requestorID: String?
        public var walletName: String?
        public var deviceID: String?
        public var deviceIndex: Int64?
        public var deviceName: String?

        public init(
            cardName: String,
            lastFour: String,
            requestorID: String?,
            walletName: String?,
            deviceID: String?,
            deviceIndex: Int64?,
            deviceName: String?
        ) {
            self.cardName = cardName
            self.lastFour = lastFour
            self.requestorID = requestorID
            self.walletName = walletName
            self.deviceID = deviceID
            self.deviceIndex = deviceIndex
            self.deviceName = deviceName
        }
    }

    public init(
        id: String,
        version: Int64,
        holder: CardHolder,
        client: String,
        card: String,
        token: TokenKey,
        particulars: Particulars,
        state: ActivationState,
        tokenState: TokenState?,
        stepUpOpenedAt: Timestamp?,
        createdAt: Timestamp,
        updatedAt: Timestamp,
        heldUntil: Timestamp?,
        wakeAt: Timestamp?
    ) {
        self.id = id
        self.version = version
        self.holder = holder
        self.client = client
        self.card = card
        self.token = token
        self.particulars = particulars
        self.state = state
        self.tokenState = tokenState
        self.stepUpOpenedAt = stepUpOpenedAt
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.heldUntil = heldUntil
        self.wakeAt = wakeAt
    }
}
