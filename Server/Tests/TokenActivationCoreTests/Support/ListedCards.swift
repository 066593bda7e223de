import ChaveBase
import Synchronization
import TokenActivationCore

/// A register of cards that a test fills; it counts how often it was asked, and can be gone.
final class ListedCards: CardRegister {
    private struct Gone: Error {}
    private let state = Mutex((cards: [IssuedCard](), asked: 0, isGone: false))

    var asked: Int { state.withLock { $0.asked } }

    func put(_ card: IssuedCard) {
        state.withLock { state in
            state.cards.removeAll { $0.panReferenceID == card.panReferenceID }
            state.cards.append(card)
        }
    }

    func vanish() { state.withLock { $0.isGone = true } }

    func card(_ panReferenceID: String) async throws(CardRegisterFault) -> IssuedCard? {
        try cards { $0.panReferenceID == panReferenceID }.first
    }

    func cards(of holder: CardHolder) async throws(CardRegisterFault) -> [IssuedCard] {
        try cards { $0.holder == holder }
    }

    private func cards(_ isWanted: (IssuedCard) -> Bool) throws(CardRegisterFault) -> [IssuedCard] {
        let found: [IssuedCard]? = state.withLock { state in
            state.asked += 1
            return state.isGone ? nil : state.cards.filter(isWanted)
        }
        guard let found else { throw CardRegisterFault(underlying: Gone()) }
        return found
    }
}
