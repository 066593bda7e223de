public import ChaveBase

/// One request of a holder about one token, and what came of it.
public struct Activation: Hashable, Sendable {
    /// UUID of version 7; also the id of the operation at the network.
    public let id: String
    /// 1 for the first, one more with each change; who changes it names the one they read.
    public var version: Int64
    public let holder: CardHolder
    /// The OAuth client that asked first.
    public let client: String
    /// The card's `panReferenceID`.
    public let card: String
    public let token: TokenKey
    public let particulars: Particulars
    public var state: ActivationState
    /// What the network last said of the token; `nil` where it was never asked.
    public var tokenState: TokenState?
    /// When the step-up began that this answers; `nil` where none was open.
    public let stepUpOpenedAt: Timestamp?
    public let createdAt: Timestamp
    public var updatedAt: Timestamp
    /// Until then one caller works on it, and nobody else may.
    public var heldUntil: Timestamp?
    /// When it is looked at again by itself; `nil` where nothing is left to do.
    public var wakeAt: Timestamp?

    /// What the holder is told of it.
    public struct Particulars: Hashable, Sendable {
        public var cardName: String
        public var lastFour: String
        /// `nil` where neither payload nor network said which wallet it is.
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
