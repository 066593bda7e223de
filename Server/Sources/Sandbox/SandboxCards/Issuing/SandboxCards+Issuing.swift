import ChaveBase
public import TokenActivationCore

/// The operations of the issuer.
extension SandboxCards {
    /// The issuer's register of cards.
    public var register: any CardRegister { IssuerRegister(cards: self) }

    /// Gives a holder one card of each network, once, even with simultaneous requests; returns the holder's cards.
    ///
    /// The wallet's page shows the name as the card's holder. `nil` leaves the name unchanged, and so does an invalid
    /// name (empty, too long, digits like a card number's). When the issuer is another tenant, there are no cards.
    @discardableResult
    public func issue(to holder: CardHolder, displayName: String? = nil) async throws -> [IssuedCard] {
        if let issuer = options.issuer, !issuer.utf8.elementsEqual(holder.tenant.utf8) { return [] }
        let name = displayName.flatMap { try? FormText($0).text }
        if name == nil {
            // Most holders already have cards, and a read needs no turn at the writer.
            let known = try await atWindow { try $0.cards(of: holder) }
            guard known.isEmpty else { return known }
        }
        return try await atDesk { desk in
            let cards = try desk.issuedCards(of: holder)
            if let name { try desk.name(holder, name) }
            return cards
        }
    }

    /// Sets or removes a card's block; `false` when there is no such card.
    @discardableResult
    public func setBlocked(_ isBlocked: Bool, card panReferenceID: String) async throws -> Bool {
        try await atDesk { try $0.setBlocked(isBlocked, panReferenceID) }
    }
}
