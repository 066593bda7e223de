import ChavePixModel
import GRDB
import PaymentsCore
import SQLiteWriter
import ServerTestSupport
import Webhooks

@testable import StorageSQLite

/// A store with rows of two organisations.
struct OperatorScene {
    static let (first, second) = (StorageSample(1), StorageSample(2))
    let store: SQLitePaymentsStore

    var samples: [StorageSample] { [Self.first, Self.second] }

    /// Runs `body` with what both samples begin with.
    static func with(_ body: (OperatorScene) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory async throws in
            let scene = OperatorScene(store: try SQLitePaymentsStore(directory: directory, options: .fast))
            do {
                for sample in scene.samples { try await scene.store.commit(sample.foundation) }
                try await body(scene)
            } catch {
                await scene.store.close()
                throw error
            }
            await scene.store.close()
        }
    }

    func damage(_ sql: String) async throws { try await store.writer.write { try $0.execute(sql: sql) } }

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
