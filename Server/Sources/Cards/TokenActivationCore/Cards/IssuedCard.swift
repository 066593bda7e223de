/// A card as its issuer knows it, without its number.
public struct IssuedCard: Hashable, Sendable {
    /// What the network and the issuer call the card's number, so that nobody has to say it.
    public let panReferenceID: String
    public let holder: CardHolder
    public let network: CardNetwork
    /// What the holder calls it by: the product's name.
    public let name: String
    /// Four ASCII digits.
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
