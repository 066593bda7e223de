import PostgresClient
import SQLPort

extension PostgresTurns<CardsTurn> {
    /// Makes the turns of the cards: every change at a desk holds one lock, over all nodes.
    convenience init(ofCardsOver pool: PostgresPool) {
        self.init(over: pool, schema: CardsSchema.all.name) { _ in [CardsSchema.all.lock] }
    }
}
