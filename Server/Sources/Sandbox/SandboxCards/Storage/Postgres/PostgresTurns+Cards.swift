import PostgresClient
import SQLPort

extension PostgresTurns<CardsTurn> {
    /// Cards: whoever changes what is at a desk holds one lock, over all nodes.
    convenience init(ofCardsOver pool: PostgresPool) {
        self.init(over: pool, schema: CardsSchema.all.name) { _ in [CardsSchema.all.lock] }
    }
}
