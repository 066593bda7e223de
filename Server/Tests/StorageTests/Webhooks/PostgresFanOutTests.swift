import ChaveBase
import ChavePixModel
import PaymentsModel
import PostgresNodes
import ServerTestSupport
import Testing
import Webhooks

@testable import PaymentsStores

/// Deliveries that PostgreSQL makes are those that this program would have made.
@Suite(.timeLimit(.minutes(10))) struct PostgresFanOutTests {
    private let start = StorageSample.start
    private let sample = StorageSample(1)

    private func withStore(_ body: (SQLPaymentsStore) async throws -> Void) async throws {
        try await DatabaseUnderTest.withPostgres { pool, _ in
            let store = try await SQLPaymentsStore(over: pool)
            try await store.commit(sample.foundation)
            try await body(store)
        }
    }

    @Test func anIDIsThatOfItsEventAndItsEndpoint() async throws {
        try await withStore { store in
            let endpoints = (UInt64(1)...5).map { sample.endpoint($0) }
            for endpoint in endpoints { try await store.insert(endpoint, atMost: 9) }
            // Enough that each of the four variants' digits comes out.
            for number in UInt64(1)...12 { try await store.commit(sample.events("e\(number)", of: number)) }
            let claimed = try await store.claimAll(at: start, of: endpoints, places: 12)
            #expect(claimed.count == 60)
            for each in claimed {
                let delivery = each.delivery
                let id = WebhookDelivery.id(of: delivery.event.id, at: delivery.createdAt, to: delivery.endpoint)
                #expect(delivery.id == id)
            }
            #expect(Set(claimed.map { $0.delivery.id.text.dropFirst(19).prefix(1) }).count == 4)
        }
    }

    @Test func severalEventsOfOneCommitAreEachTold() async throws {
        try await withStore { store in
            let (all, some) = (sample.endpoint(1), sample.endpoint(2, events: ["enrollment.failed"]))
            for endpoint in [all, some] { try await store.insert(endpoint, atMost: 9) }
            var change = sample.events("a", of: 1)
            change.events.append(sample.event("b", of: .enrollment(sample.id(2)), type: "enrollment.failed"))
            try await store.commit(change)
            let made = try await store.deliveries(WebhookDeliveryQuery(), of: sample.organisation.id).items
            func events(of endpoint: WebhookEndpoint) -> Set<EventID> {
                Set(made.filter { $0.endpoint == endpoint.id }.map(\.event.id))
            }
            #expect(events(of: all) == [sample.eventID("a"), sample.eventID("b")])
            #expect(events(of: some) == [sample.eventID("b")] && made.count == 3)
            let claimed = try await store.claimAll(at: start, of: [all, some])
            for each in claimed {
                #expect(change.events.contains { $0.body == each.body && $0.id == each.delivery.event.id })
            }
        }
    }

    @Test func aFaultNamesNothingThatWasBound() async throws {
        try await DatabaseUnderTest.withPostgres { pool, _ in
            let store = try await SQLPaymentsStore(over: pool)
            // The organisation is not there, so a reference stands against it.
            do throws(EndpointRefusal) {
                try await store.insert(sample.endpoint(url: "https://personal.example/"), atMost: 9)
                Issue.record("an endpoint of nobody was stored")
            } catch {
                #expect(!"\(error)".contains("personal"))
                guard case .fault(let fault) = error else {
                    Issue.record("\(error) is no fault")
                    return
                }
                #expect(!fault.isOutcomeUnknown)
            }
        }
    }
}
