public import ChaveBase

/// The issuer's register of cards.
///
/// The register is trusted: it alone decides who owns a card.
public protocol CardRegister: Sendable {
    /// The card of a `panReferenceID`; `nil` when the issuer has no such card.
    func card(_ panReferenceID: String) async throws(CardRegisterFault) -> IssuedCard?

    /// The holder's cards, in the order in which they were issued.
    func cards(of holder: CardHolder) async throws(CardRegisterFault) -> [IssuedCard]
}

/// The register could not be read; nothing is known.
public struct CardRegisterFault: Error, Sendable {
    public let underlying: any Error

    public init(underlying: any Error) { self.underlying = underlying }
}

/// One refusal that counts towards the lock of a card.
public struct CardRefusal: Hashable, Sendable {
    /// The activation that stores the refusal: each activation counts once.
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
