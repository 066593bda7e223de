import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import StoreTestSupport
import Testing

/// Work that another hand changed stands in nobody's way.
struct DamagedWorkTests {
    private let sample = StorageSample(1)
    private let start = StorageSample.start

    /// In a file: PostgreSQL takes nothing else for an id.
    @Test func anIDThatIsNoneHoldsUpNoOther() async throws {
        try await DatabaseUnderTest.with(.sqlite) { database async throws in
            var change = sample.foundation
            let due = Change.Schedule(wakeAt: start, heldUntil: nil)
            change.writes += (1...3).map { .paymentIntent(sample.intent($0), expected: 0, schedule: due) }
            try await database.store.commit(change)
            try await database.damage(StoredPayments.garblingID(of: sample.intent(2).id))
            let found = try await database.store.claimDue(at: start, heldUntil: start.adding(seconds: 30), limit: 10)
            #expect(Set(found) == [.paymentIntent(sample.intent(1).id), .paymentIntent(sample.intent(3).id)])
        }
    }
}
