public import TokenActivationCore

/// A card that the sandbox's wallet may add, as if its holder had typed it in.
public struct CardOffer: Hashable, Sendable {
    public let panReferenceID: String
    /// The product's name.
    public let cardName: String
    public let lastFour: String
    public let network: CardNetwork
    /// Whose it is; `nil` where the issuer was given no name.
    public let holderName: String?
}
