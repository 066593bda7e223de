public import ChaveBase

/// One refusal that counts towards the lock of a card.
public struct CardRefusal: Hashable, Sendable {
    /// The activation that keeps it: one counts once.
    public let activation: String
    /// The card's `panReferenceID`.
    public let card: String
    public let at: Timestamp

    public init(activation: String, card: String, at: Timestamp) {
        self.activation = activation
        self.card = card
        self.at = at
    }
}
