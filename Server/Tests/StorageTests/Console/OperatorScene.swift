import ChaveBase
import ChavePixModel
import PaymentsModel
import PaymentsStores
import ServerTestSupport
import StoreTestSupport
import Webhooks

/// A store with rows of two organisations.
struct OperatorScene {
    static let (first, second) = (StorageSample(1), StorageSample(2))
    private let database: DatabaseUnderTest

    var store: any DatabaseUnderTest.Store { database.store }
    var samples: [StorageSample] { [Self.first, Self.second] }

    /// Runs `body` with what both samples begin with.
    static func with(
        _ kind: DatabaseUnderTest.Kind,
        _ body: (OperatorScene) async throws -> Void
    ) async throws {
        try await DatabaseUnderTest.with(kind) { database async throws in try await with(database, body) }
    }

    /// The same over PostgreSQL, spoken to as through a pooler.
    static func pooled(_ body: (OperatorScene) async throws -> Void) async throws {
        try await DatabaseUnderTest.pooled { database async throws in try await with(database, body) }
    }

    private static func with(
        _ database: DatabaseUnderTest,
        _ body: (OperatorScene) async throws -> Void
    ) async throws {
        let scene = OperatorScene(database: database)
        for sample in scene.samples { try await scene.store.commit(sample.foundation) }
        try await body(scene)
    }

    func damage(_ sql: StoredSQL) async throws { try await database.damage(sql) }

    /// Payments with those states, made a minute apart from the sample's start on.
    func pay(_ sample: StorageSample, _ states: PaymentIntentState...) async throws {
        for (place, state) in states.enumerated() {
            let made = StorageSample.start.adding(seconds: Int64(place) * 60)
            var intent = sample.intent(UInt64(place) + 1, createdAt: made)
            intent.state = state
            try await store.store(.paymentIntent(intent, expected: 0, schedule: .never))
        }
    }

    /// An event of the sample's payment, told so many milliseconds after the start.
    func tell(_ sample: StorageSample, _ payment: UInt64, _ status: String, afterMilliseconds: Int64) async throws {
        let at = StorageSample.start.adding(milliseconds: afterMilliseconds)
        var change = Change()
        change.events.append(
            sample.event(
                "\(payment)-\(status)",
                of: .paymentIntent(sample.id(payment)),
                type: "payment_intent.\(status)",
                at: at
            )
        )
        try await store.commit(change)
    }
}
