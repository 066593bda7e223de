import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Testing
import Webhooks

/// The contract of `WebhookStore`: whose turn it is, what an operator sees, and what a disabled endpoint keeps.
@Suite struct DeliveryClaimConformance {
    private let start = StorageSample.start

    /// Retries of one object stand in nobody else's way.
    @Test(arguments: Backend.allCases)
    func severalOfOneObjectTakeOnePlace(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            let endpoint = sample.endpoint()
            try await store.insert(endpoint, atMost: 9)
            try await store.commit(sample.events("a", "b", "c", of: 1))
            for _ in 1...3 {
                let first = try #require(try await store.claimAll(at: start, of: [endpoint]).first)
                try await store.end(first, .again(at: start.adding(seconds: 5)), at: start)
            }
            try await store.commit(sample.events("d", of: 2))
            let later = start.adding(seconds: 60)
            let organisation = endpoint.organisation
            let all = ResendSelection.range(from: start, to: start, endpoint: nil, status: .pending)
            #expect(try await store.resend(all, of: organisation, at: start, limit: 9, keeping: nil) == 4)
            let claimed = try await store.claimAll(at: later, of: [endpoint], places: 2)
            #expect(claimed.map(\.delivery.event.id) == [StorageSample(1).eventID("a"), StorageSample(1).eventID("d")])
        }
    }

    @Test(arguments: Backend.allCases)
    func whatThisProcessWorksOnTakesNoPlace(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            let endpoint = sample.endpoint()
            try await store.insert(endpoint, atMost: 9)
            for object in 1...4 { try await store.commit(sample.events("e\(object)", of: UInt64(object))) }
            let first = try await store.claimAll(at: start, of: [endpoint], places: 3)
            let after = start.adding(seconds: 60)
            let inFlight = Set(first.map(\.delivery.id))
            let second = try await store.claimAll(at: after, of: [endpoint], places: 1, inFlight: inFlight)
            #expect(second.map(\.delivery.event.id) == [StorageSample(1).eventID("e4")])
        }
    }

    @Test(arguments: Backend.allCases)
    func figuresLeaveOutWhatWaitsForADisabledEndpoint(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            var endpoint = sample.endpoint(1)
            try await store.insert(endpoint, atMost: 9)
            try await store.commit(sample.events("one"))
            endpoint.version += 1
            endpoint.standing = .disabled(.byMerchant, at: start)
            try await store.update(endpoint)
            let figures = try await store.webhookFigures(at: start.adding(seconds: 3))
            #expect(figures == WebhookFigures(oldestDueMicroseconds: 0, disabledEndpoints: 1))
        }
    }

    /// What this server cannot open or read says nothing of the endpoint, however long it lasts.
    @Test(arguments: Backend.allCases)
    func aFailureOfOursMovesNoEndpoint(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            let endpoint = sample.endpoint(1)
            try await store.insert(endpoint, atMost: 9)
            try await store.commit(sample.events("one"))
            func fail(_ failure: AttemptFailure, at now: Timestamp) async throws -> WebhookEndpoint.Standing? {
                let claimed = try #require(try await store.claimAll(at: now, of: [endpoint]).first)
                return try await store.end(claimed, .again(at: now), failure: failure, at: now)
            }
            for second in 0..<10 { _ = try await fail(.timeout, at: start.adding(seconds: Int64(second))) }
            let late = start.adding(seconds: 5 * 86_400)
            for failure in [AttemptFailure.secretUnreadable, .recordUnreadable] {
                #expect(try await fail(failure, at: late) == .enabled)
            }
            let stored = try await store.endpoint(endpoint.id, of: endpoint.organisation)
            #expect(stored?.health == EndpointHealth(failingSince: start, failures: 10))
            #expect(try await fail(.timeout, at: late) == .disabled(.failing, at: late))
        }
    }

    /// Its time begins when it was disabled, not when what waits for it was made.
    @Test(arguments: Backend.allCases)
    func whatWaitsForADisabledEndpointIsKeptForItsTime(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            var endpoint = sample.endpoint(1)
            try await store.insert(endpoint, atMost: 9)
            try await store.commit(sample.events("old", of: 1))
            try await store.commit(sample.events("resent", of: 2))
            let list = try await store.deliveries(WebhookDeliveryQuery(), of: endpoint.organisation).items
            let resent = try #require(list.first { $0.event.id == StorageSample(1).eventID("resent") })
            let resentAt = start.adding(seconds: 30)
            let one = ResendSelection.one(resent.id)
            #expect(
                try await store.resend(one, of: endpoint.organisation, at: resentAt, limit: 1, keeping: nil) == 1
            )
            endpoint.version += 1
            endpoint.standing = .disabled(.byMerchant, at: start.adding(seconds: 20))
            try await store.update(endpoint)
            func left(before seconds: Int64) async throws -> Set<EventID> {
                while try await store.pruneDeliveries(before: start.adding(seconds: seconds), limit: 5) > 0 {}
                let items = try await store.deliveries(WebhookDeliveryQuery(), of: endpoint.organisation).items
                return Set(items.map(\.event.id))
            }
            #expect(
                try await left(before: 20) == [StorageSample(1).eventID("old"), StorageSample(1).eventID("resent")]
            )
            #expect(try await left(before: 21) == [StorageSample(1).eventID("resent")])
            #expect(try await left(before: 30) == [StorageSample(1).eventID("resent")])
            #expect(try await left(before: 31).isEmpty)
        }
    }
}
