import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Testing
import Webhooks

/// The contract of `WebhookStore`: endpoints, and the deliveries that events make.
@Suite struct WebhookStoreConformance {
    private let start = StorageSample.start

    @Test(arguments: Backend.allCases)
    func anEndpointIsReadAsItWasWritten(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            var endpoint = sample.endpoint(events: ["charge.failed", "enrollment.created"], bearer: "b")
            try await store.insert(endpoint, atMost: 5)
            #expect(try await store.endpoint(endpoint.id, of: endpoint.organisation) == endpoint)
            endpoint.version += 1
            endpoint.events = nil
            endpoint.standing = .disabled(.byMerchant, at: start)
            try await store.update(endpoint)
            #expect(try await store.endpoint(endpoint.id, of: endpoint.organisation) == endpoint)
            #expect(try await store.endpoints(PageRequest(), of: endpoint.organisation).items == [endpoint])
            let stranger = StorageSample(2).organisation.id
            #expect(try await store.endpoint(endpoint.id, of: stranger) == nil)
            #expect(try await store.endpoints(PageRequest(), of: stranger).items.isEmpty)
            #expect(try await !store.delete(endpoint.id, of: stranger))
        }
    }

    @Test(arguments: Backend.allCases)
    func aURLStandsOnceInAnOrganisationUntilItIsDeleted(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            let (first, second) = (sample.endpoint(1, url: "https://a.example/"), sample.endpoint(2))
            try await store.insert(first, atMost: 2)
            #expect(
                await refusal { () async throws(EndpointRefusal) in
                    try await store.insert(sample.endpoint(3, url: first.url), atMost: 2)
                } == "taken"
            )
            try await store.insert(second, atMost: 2)
            #expect(
                await refusal { () async throws(EndpointRefusal) in
                    try await store.insert(sample.endpoint(4), atMost: 2)
                } == "too many"
            )
            #expect(try await store.delete(first.id, of: first.organisation))
            #expect(try await !store.delete(first.id, of: first.organisation))
            #expect(try await store.endpoint(first.id, of: first.organisation) == nil)
            try await store.insert(sample.endpoint(5, url: first.url), atMost: 2)
        }
    }

    @Test(arguments: Backend.allCases)
    func anOlderVersionOfAnEndpointChangesNothing(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            var endpoint = sample.endpoint()
            try await store.insert(endpoint, atMost: 5)
            endpoint.version = 2
            try await store.update(endpoint)
            #expect(
                await refusal { () async throws(EndpointRefusal) in try await store.update(endpoint) } == "conflict"
            )
            endpoint.version = 4
            #expect(
                await refusal { () async throws(EndpointRefusal) in try await store.update(endpoint) } == "conflict"
            )
        }
    }

    /// W-11 and V5: the delivery is there exactly when the event is.
    @Test(arguments: Backend.allCases)
    func anEventMakesADeliveryForEachEnabledEndpointThatWantsIt(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            let all = sample.endpoint(1)
            let some = sample.endpoint(2, events: ["payment_intent.succeeded", "enrollment.created"])
            let other = sample.endpoint(3, events: ["charge.failed"])
            var disabled = sample.endpoint(4)
            let deleted = sample.endpoint(5)
            for endpoint in [all, some, other, disabled, deleted] { try await store.insert(endpoint, atMost: 9) }
            disabled.version += 1
            disabled.standing = .disabled(.byMerchant, at: start)
            try await store.update(disabled)
            _ = try await store.delete(deleted.id, of: deleted.organisation)
            try await store.commit(sample.events("one"))
            let made = try await store.deliveries(WebhookDeliveryQuery(), of: all.organisation).items
            #expect(Set(made.map(\.endpoint)) == [all.id, some.id])
            #expect(made.allSatisfy { $0.status == .pending && $0.attempts == 0 && $0.nextAt == start })
            #expect(Set(made.map(\.event.id)) == [StorageSample(1).eventID("one")])
        }
    }

    /// W-11: never an event for a transaction that was rolled back.
    @Test(arguments: Backend.allCases)
    func aChangeThatIsRefusedMakesNoDelivery(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            try await store.insert(sample.endpoint(), atMost: 9)
            var change = sample.events("lost", "lost")
            #expect(await store.outcome(of: change) == .taken(.identifier))
            change = sample.events("late")
            change.writes = [.enrollment(sample.enrollment(), expected: 7, schedule: .never)]
            #expect(await store.outcome(of: change) == .conflict)
            #expect(try await store.deliveries(WebhookDeliveryQuery(), of: sample.organisation.id).items.isEmpty)
            #expect(try await store.dueEndpoints(at: start).isEmpty)
        }
    }

    @Test(arguments: Backend.allCases)
    func anotherOrganisationHearsNothing(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            let other = StorageSample(2)
            try await store.commit(Change([.organisation(other.organisation)]))
            try await store.insert(other.endpoint(), atMost: 9)
            try await store.commit(sample.events("mine"))
            #expect(try await store.deliveries(WebhookDeliveryQuery(), of: other.organisation.id).items.isEmpty)
        }
    }

    @Test(arguments: Backend.allCases)
    func deliveriesAreFoundByEachFilter(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            let (first, second) = (sample.endpoint(1), sample.endpoint(2))
            for endpoint in [first, second] { try await store.insert(endpoint, atMost: 9) }
            try await store.commit(sample.events("a", of: 1))
            var later = sample.events()
            later.events = [
                sample.event(
                    "b",
                    of: .enrollment(sample.id(2)),
                    type: "enrollment.failed",
                    at: start.adding(seconds: 9)
                )
            ]
            try await store.commit(later)
            let claimed = try await store.claimAll(at: start, of: [first])
            try await store.end(try #require(claimed.first), .delivered, at: start)
            func count(_ change: (inout WebhookDeliveryQuery) -> Void) async throws -> Int {
                var query = WebhookDeliveryQuery()
                change(&query)
                return try await store.deliveries(query, of: first.organisation).items.count
            }
            #expect(try await count { _ in } == 4)
            #expect(try await count { $0.endpoint = first.id } == 2)
            #expect(try await count { $0.status = .delivered } == 1)
            #expect(try await count { $0.objectID = sample.id(2) } == 2)
            #expect(try await count { $0.type = "enrollment.failed" } == 2)
            #expect(try await count { $0.createdFrom = start.adding(seconds: 9) } == 2)
            #expect(try await count { $0.createdTo = start.adding(seconds: 8) } == 2)
            #expect(
                try await count {
                    $0.createdTo = start.adding(seconds: 8); $0.status = .pending
                } == 1
            )
        }
    }
}

/// What an endpoint's change was refused for.
func refusal(_ body: () async throws(EndpointRefusal) -> Void) async -> String? {
    do {
        try await body()
        return nil
    } catch {
        switch error {
        case .urlTaken: return "taken"
        case .tooMany: return "too many"
        case .conflict: return "conflict"
        case .fault: return "fault"
        }
    }
}
