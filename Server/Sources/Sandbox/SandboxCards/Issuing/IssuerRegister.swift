import TokenActivationCore

/// The sandbox's issuer, as the activation rules query it.
///
/// A holder receives cards at the first query for them.
struct IssuerRegister: CardRegister {
    let cards: SandboxCards

    func card(_ panReferenceID: String) async throws(CardRegisterFault) -> IssuedCard? {
        do {
            return try await cards.atWindow { try $0.card(panReferenceID) }
        } catch {
            throw CardRegisterFault(underlying: error)
        }
    }

    func cards(of holder: CardHolder) async throws(CardRegisterFault) -> [IssuedCard] {
        do {
            return try await cards.issue(to: holder)
        } catch {
            throw CardRegisterFault(underlying: error)
        }
    }
}
