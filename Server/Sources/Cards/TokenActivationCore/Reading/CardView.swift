/// A card with its tokens, as its holder sees it.
public struct CardView: Hashable, Sendable {
    public var panReferenceID: String
    public var name: String
    public var network: CardNetwork
    public var lastFour: String
    public var isBlocked: Bool
    /// The newest first.
    public var tokens: [Token]

    public struct Token: Hashable, Sendable {
        public var tokenReferenceID: String
        /// The requestor's id where the issuer knows no such wallet.
        public var walletName: String
        public var deviceName: String?
        public var state: TokenState
        /// What an active one was activated by, so that it can be suspended; `nil` where that was not by this issuer's app.
        public var activationID: String?

        public init(
            tokenReferenceID: String,
            walletName: String,
            deviceName: String?,
            state: TokenState,
            activationID: String? = nil
        ) {
            self.activationID = activationID
            self.tokenReferenceID = tokenReferenceID
            self.walletName = walletName
            self.deviceName = deviceName
            self.state = state
        }
    }

    public init(
        panReferenceID: String,
        name: String,
        network: CardNetwork,
        lastFour: String,
        isBlocked: Bool,
        tokens: [Token]
    ) {
        self.panReferenceID = panReferenceID
        self.name = name
        self.network = network
        self.lastFour = lastFour
        self.isBlocked = isBlocked
        self.tokens = tokens
    }
}
