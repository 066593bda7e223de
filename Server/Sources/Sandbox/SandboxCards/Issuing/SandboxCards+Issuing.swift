import ChaveBase
public import TokenActivationCore

/// What the issuer does.
extension SandboxCards {
    /// The issuer's register of cards.
    public var register: any CardRegister { IssuerRegister(cards: self) }

    /// Gives a holder one card of each network, once, however many ask at the same time; answers those that they have.
    ///
    /// The name is how the wallet's page shows whose card it is. `nil` leaves it as it was; what is no name (empty, too
    /// long, digits like a card number's) does too. Where the issuer is another tenant, there are no cards.
    @discardableResult
    public func issue(to holder: CardHolder, displayName: String? = nil) async throws -> [IssuedCard] {
        if let issuer = options.issuer, !issuer.utf8.elementsEqual(holder.tenant.utf8) { return [] }
        let name = displayName.flatMap { try? FormText($0).text }
        if name == nil {
            // Most have theirs already, and a look needs no turn at the writer.
            let known = try await atWindow { try $0.cards(of: holder) }
            guard known.isEmpty else { return known }
        }
        return try await atDesk { desk in
            let cards = try desk.issuedCards(of: holder)
            if let name { try desk.name(holder, name) }
            return cards
        }
    }

    /// Blocks a card, or takes the block back; answers whether there is such a card.
    @discardableResult
    public func setBlocked(_ isBlocked: Bool, card panReferenceID: String) async throws -> Bool {
        try await atDesk { try $0.setBlocked(isBlocked, panReferenceID) }
    }
}
