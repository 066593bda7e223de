import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import StoreTestSupport
import Testing
import Webhooks

/// What cannot be read any more stands in nobody's way, in whichever database it lies.
@Suite struct DamagedDeliveryTests {
    private let start = StorageSample.start

    private typealias Store = DatabaseUnderTest.Store

    /// Runs `body` with a store in which two endpoints wait for three events each, after `damage` was done to its rows.
    private func withDamage(
        _ damage: StoredSQL,
        in kind: DatabaseUnderTest.Kind,
        _ body: (any Store, [WebhookEndpoint]) async throws -> Void
    ) async throws {
        try await DatabaseUnderTest.with(kind) { database async throws in
            let (store, sample) = (database.store, StorageSample(1))
            try await store.commit(sample.foundation)
            let endpoints = [sample.endpoint(1), sample.endpoint(2)]
            for endpoint in endpoints { try await store.insert(endpoint, atMost: 9) }
            for object in 1...3 { try await store.commit(sample.events("e\(object)", of: UInt64(object))) }
            try await database.damage(damage)
            try await body(store, endpoints)
        }
    }

    private func claim(_ store: any Store, _ endpoints: [WebhookEndpoint]) async throws -> ClaimedDeliveries {
        try await store.claim(
            DeliveryClaim(
                now: start,
                lockedUntil: start.adding(seconds: 60),
                limit: 100,
                places: Dictionary(uniqueKeysWithValues: endpoints.map { ($0.id, 10) }),
                inFlight: []
            )
        )
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func aDeliveryWhoseEventIsGoneIsParkedAndTheRestGoesOn(_ kind: DatabaseUnderTest.Kind) async throws {
        try await withDamage(StoredWebhooks.losingEvent(StorageSample(1).eventID("e2")), in: kind) { store, endpoints in
            let claimed = try await claim(store, endpoints)
            let left = ["e1", "e1", "e3", "e3"].map(StorageSample(1).eventID)
            #expect(claimed.readable.map(\.delivery.event.id).sorted() == left.sorted())
            #expect(claimed.parked.count == 2)
            for text in claimed.parked {
                let id = try #require(WebhookDeliveryID(text))
                let delivery = try #require(try await store.delivery(id, of: endpoints[0].organisation))
                #expect(delivery.event.id == StorageSample(1).eventID("e2"))
                #expect(delivery.status == .parked && delivery.endedAt == start && delivery.nextAt == nil)
                let attempts = try await store.attempts(of: id, in: endpoints[0].organisation)
                #expect(attempts.map(\.failure) == [.recordUnreadable])
                #expect(attempts.map(\.number) == [1])
                #expect(delivery.attempts == 1)
            }
            let endpoint = try await store.endpoint(endpoints[0].id, of: endpoints[0].organisation)
            #expect(endpoint?.health == .good)
            #expect(try await store.dueEndpoints(at: start).isEmpty)
        }
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func anEndpointThatCannotBeReadHoldsUpNoOther(_ kind: DatabaseUnderTest.Kind) async throws {
        let damage = StoredWebhooks.garbling(StorageSample(1).endpoint(1).id)
        try await withDamage(damage, in: kind) { store, endpoints async throws in
            let claimed = try await claim(store, endpoints)
            #expect(claimed.readable.count == 3)
            #expect(claimed.readable.allSatisfy { $0.endpoint.id == endpoints[1].id })
            #expect(claimed.parked.count == 3)
        }
    }

    /// What no count can be is the largest that one can be: adding to it ends no process.
    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func aCountThatIsNoneIsCountedOn(_ kind: DatabaseUnderTest.Kind) async throws {
        let damage = StoredWebhooks.exhaustingCounts(ofEvent: StorageSample(1).eventID("e2"))
        try await withDamage(damage, in: kind) { store, endpoints async throws in
            let claimed = try await claim(store, endpoints).readable
            #expect(claimed.count == 6)
            for each in claimed {
                let isSecond = each.delivery.event.id == StorageSample(1).eventID("e2")
                #expect(each.delivery.attempts == (isSecond ? Int(Int32.max) : 0))
                try await store.end(each, isSecond ? .again(at: start) : .delivered, at: start)
                let stored = try await store.delivery(each.delivery.id, of: each.endpoint.organisation)
                #expect(stored?.status == (isSecond ? .pending : .delivered))
            }
        }
    }

    /// An id that another hand made cannot be claimed by; the other endpoints are served.
    ///
    /// In a file: PostgreSQL takes nothing else for an id.
    @Test func anIDThatIsNoneHoldsUpNoOther() async throws {
        let damage = StoredWebhooks.garblingID(of: StorageSample(1).endpoint(1).id)
        try await withDamage(damage, in: .sqlite) { store, endpoints async throws in
            #expect(try await store.dueEndpoints(at: start).map(\.id) == [endpoints[1].id])
        }
    }
}
