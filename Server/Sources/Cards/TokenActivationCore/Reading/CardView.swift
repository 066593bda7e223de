/// A card with its tokens, as its holder sees it.
public struct CardView: Hashable, Sendable {
    public var panReferenceID: String
    public var name: String
    public var network: CardNetwork
    public var lastFour: String
    public var isBlocked: Bool
    /// The card's tokens, the newest first.
    public var tokens: [Token]

    public struct Token: Hashable, Sendable {
        public var tokenReferenceID: String
        /// The wallet's name, or its requestor id when the issuer does not know the wallet.
        public var walletName: String
        public var deviceName: String?
        public var state: TokenState
        /// The id of an active token's activation, with which the holder can suspend it.
        ///
        /// `nil` when the token was not activated by this issuer's app.
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
