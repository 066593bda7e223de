/// The issuer's register of cards.
///
/// What it says is believed: who owns a card is decided here and nowhere else.
public protocol CardRegister: Sendable {
    /// `nil` when the issuer has no such card.
    func card(_ panReferenceID: String) async throws(CardRegisterFault) -> IssuedCard?

    /// In the order in which they were issued.
    func cards(of holder: CardHolder) async throws(CardRegisterFault) -> [IssuedCard]
}

/// The register could not be read; nothing is known.
public struct CardRegisterFault: Error, Sendable {
    public let underlying: any Error

    public init(underlying: any Error) { self.underlying = underlying }
}
