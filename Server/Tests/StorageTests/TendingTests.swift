import ChaveBase
import ChavePixModel
import PaymentsModel
import PaymentsStores
import PostgresClient
import PostgresNodes
import ServerTestSupport
import StoreTestSupport
import Testing

/// What a server asks of the payments' storage before it serves and beside it, of each database.
struct TendingTests {
    private let sample = StorageSample(1)

    /// Runs `body` with an empty store of that kind.
    private func withStore(
        _ kind: DatabaseUnderTest.Kind,
        _ body: (any TendedStore & PaymentsStore) async throws -> Void
    ) async throws {
        try await DatabaseUnderTest.with(kind) { try await body($0.store) }
    }

    /// An intent's first version, with its entry in the audit.
    private func audited() -> Change {
        var change = sample.foundation
        let entry = sample.entry(.paymentIntent(sample.id(1)), version: 1, after: nil)
        var intent = sample.intent()
        intent.version = 1
        intent.auditHead = entry.hash
        change.writes.append(.paymentIntent(intent, expected: 0, schedule: .never))
        change.audit = [entry]
        return change
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func aStoreKnowsWhatItHolds(_ kind: DatabaseUnderTest.Kind) async throws {
        try await withStore(kind) { store in
            #expect(try await !store.holdsSealedFields())
            #expect(try await !store.holdsEnrollments())
            #expect(try await store.customerOfEachKey() == [])
            #expect(try await store.oldestBankAccount() == nil)
            try await store.commit(audited())
            #expect(try await store.holdsSealedFields())
            #expect(try await store.holdsEnrollments())
            #expect(try await store.customerOfEachKey().count == 1)
            #expect(try await store.oldestBankAccount() != nil)
        }
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func oneCustomerIsFoundForEachKey(_ kind: DatabaseUnderTest.Kind) async throws {
        try await withStore(kind) { store in
            var change = Change([.organisation(sample.organisation)])
            for index: UInt64 in 1...9 {
                var customer = sample.customer(index)
                let server = FieldKey(id: "k\(index % 3)", secret: Array(repeating: 7, count: 32))
                customer.key = index == 9 ? nil : try server.newCustomerKey { Array(repeating: 9, count: $0) }
                change.writes.append(.insertCustomer(customer))
            }
            try await store.commit(change)
            #expect(try await store.customerOfEachKey().compactMap(\.key?.keyID) == ["k0", "k1", "k2"])
        }
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func aStoreIsMeasured(_ kind: DatabaseUnderTest.Kind) async throws {
        try await withStore(kind) { store in
            let later = StorageSample.start.adding(seconds: 86_400)
            #expect(try await store.auditLength() == 0)
            #expect(try await store.openIntents(createdBefore: later) == [:])
            let atFirst = try await store.rowCounts()
            let (intents, entries) = (StoredPayments.intents, StoredAudit.entries)
            #expect(atFirst[intents] == 0 && atFirst[entries] == 0 && atFirst[StoredWebhooks.endpoints] == 0)
            try await store.commit(audited())
            var paid = sample.intent(2)
            paid.state = .succeeded(at: StorageSample.start)
            try await store.store(.paymentIntent(paid, expected: 0, schedule: .never))
            #expect(try await store.auditLength() == 1)
            let open = sample.intent()
            #expect(try await store.openIntents(createdBefore: later) == [open.status.rawValue: 1])
            #expect(try await store.openIntents(createdBefore: open.createdAt) == [:], "not what is made at that time")
            let counts = try await store.rowCounts()
            #expect(counts[intents] == 2 && counts[entries] == 1 && counts[StoredPayments.organisations] == 1)
            #expect(Set(counts.keys) == Set(atFirst.keys))
            #expect(store.waitingWrites == 0)
            #expect(store.connections.used >= 0 && store.connections.used + store.connections.idle > 0)
        }
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func aStoreThatCanBeWrittenSaysSo(_ kind: DatabaseUnderTest.Kind) async throws {
        try await withStore(kind) { store in
            for second in 0..<2 { try await store.confirmWritable(at: Timestamp(seconds: Int64(second))) }
            #expect(store.isHealthy)
            #expect(try await store.hasCurrentSchema())
        }
    }
}
