public import ChaveBase
import ChavePixModel

/// The payment intents made in a span of time, by organisation, newest first, read page by page.
public struct PaymentsInWindow: Sendable {
    private let store: any PaymentsStore
    private let from: Timestamp
    private let to: Timestamp
    private let batch: Int

    /// `from` is inside, `to` is not.
    public init(store: any PaymentsStore, from: Timestamp, to: Timestamp, batch: Int = 500) {
        self.store = store
        self.from = from
        self.to = to
        self.batch = batch
    }

    /// Calls `body` with each intent that existed when its page was read.
    public func visit(_ body: (PaymentIntent) async throws -> Void) async throws {
        for organisation in try await store.organisations() {
            var query = PaymentIntentQuery()
            query.createdFrom = from
            query.createdTo = to.adding(microseconds: -1)
            query.page = PageRequest(size: batch, isCounted: false)
            while true {
                let page = try await store.paymentIntents(query, of: organisation.id)
                for intent in page.items { try await body(intent) }
                guard page.hasOlder, let last = page.items.last else { break }
                query.page.start = .after(last.id.ofAnyKind)
            }
        }
    }
}
