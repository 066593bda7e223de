public import ChaveBase

/// A card as its issuer knows it, without its number.
public struct IssuedCard: Hashable, Sendable {
    /// The reference that the network and the issuer use instead of the card's number.
    public let panReferenceID: String
    public let holder: CardHolder
    public let network: CardNetwork
    /// The card's name for its holder: the product's name.
    public let name: String
    /// The last four digits of the card's number, in ASCII.
    public let lastFour: String
    /// Whether the issuer has blocked it.
    public let isBlocked: Bool

    public init(
        panReferenceID: String,
        holder: CardHolder,
        network: CardNetwork,
        name: String,
        lastFour: String,
        isBlocked: Bool
    ) {
        self.panReferenceID = panReferenceID
        self.holder = holder
        self.network = network
        self.name = name
        self.lastFour = lastFour
        self.isBlocked = isBlocked
    }
}

/// A person of the sign-in product, as the register of cards names them.
public struct CardHolder: Hashable, Sendable {
    /// The tenant where the person signs in: the issuer.
    public let tenant: String
    /// The person's id at the tenant, `sub` in tokens.
    public let user: String

    public init(tenant: String, user: String) {
        self.tenant = tenant
        self.user = user
    }
}

/// The network that a card and its tokens belong to; the raw values are stored and sent.
public enum CardNetwork: String, Hashable, Sendable, CaseIterable {
    case visa
    case mastercard
}

/// The caller's session, as the access token proved it.
public struct HolderSession: Hashable, Sendable {
    public let holder: CardHolder
    /// The OAuth client that received the token.
    public let client: String
    /// The time of the person's last sign-in, by passkey or device key.
    public let authenticatedAt: Timestamp

    public init(holder: CardHolder, client: String, authenticatedAt: Timestamp) {
        self.holder = holder
        self.client = client
        self.authenticatedAt = authenticatedAt
    }
}
