import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Testing
import Webhooks

/// The contract of `WebhookStore`: claims, leases, outcomes, repetition and pruning.
@Suite struct DeliveryWorkConformance {
    private let start = StorageSample.start

    @Test(arguments: Backend.allCases)
    func aClaimTakesTheOldestAsFarAsThePlacesGo(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            let endpoint = sample.endpoint(bearer: "token")
            try await store.insert(endpoint, atMost: 9)
            for object in 1...5 { try await store.commit(sample.events("e\(object)", of: UInt64(object))) }
            func due(_ count: Int) -> DueEndpoint { DueEndpoint(id: endpoint.id, url: endpoint.url, count: count) }
            #expect(try await store.dueEndpoints(at: start) == [due(5)])
            #expect(try await store.dueEndpoints(at: start.adding(microseconds: -1)).isEmpty)
            let first = try await store.claimAll(at: start, of: [endpoint], places: 2)
            #expect(first.map(\.delivery.event.id) == [StorageSample(1).eventID("e1"), StorageSample(1).eventID("e2")])
            #expect(try await store.dueEndpoints(at: start) == [due(3)])
            for object in 6...10 { try await store.commit(sample.events("e\(object)", of: UInt64(object))) }
            #expect(try await store.dueEndpoints(at: start) == [due(DueEndpoint.mostCounted)])
            #expect(first.allSatisfy { $0.endpoint == endpoint && $0.fence == 1 })
            #expect(first.first?.body == sample.event("e1", of: .enrollment(sample.id(1))).body)
            let second = try await store.claimAll(at: start, of: [endpoint])
            #expect(second.map(\.delivery.event.id) == (3...10).map { StorageSample(1).eventID("e\($0)") })
            #expect(try await store.dueEndpoints(at: start).isEmpty)
        }
    }

    /// W-13: two workers never hold the same delivery, unless the lease of one is over.
    @Test(arguments: Backend.allCases)
    func aDeliveryIsHeldByOneUntilItsLeaseEndsAndALateWriteIsFenced(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            let endpoint = sample.endpoint()
            try await store.insert(endpoint, atMost: 9)
            try await store.commit(sample.events("one"))
            let first = try #require(try await store.claimAll(at: start, of: [endpoint]).first)
            let before = start.adding(seconds: 60).adding(microseconds: -1)
            #expect(try await store.claimAll(at: before, of: [endpoint]).isEmpty)
            let after = start.adding(seconds: 60)
            #expect(try await store.claimAll(at: after, of: [endpoint], inFlight: [first.delivery.id]).isEmpty)
            let second = try #require(try await store.claimAll(at: after, of: [endpoint]).first)
            #expect(second.delivery.id == first.delivery.id)
            #expect(second.body == first.body)
            #expect(try await store.end(first, .parked, at: after) == nil)
            #expect(try await store.end(second, .delivered, at: after) == .enabled)
            // A claim ends once.
            #expect(try await store.end(second, .again(at: after), at: after) == nil)
            let delivery = try await store.delivery(first.delivery.id, of: endpoint.organisation)
            #expect(delivery?.attempts == 1)
        }
    }

    @Test(arguments: Backend.allCases)
    func racingClaimsShareNothing(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            let endpoint = sample.endpoint()
            try await store.insert(endpoint, atMost: 9)
            for object in 1...40 { try await store.commit(sample.events("e\(object)", of: UInt64(object))) }
            let taken = try await withThrowingTaskGroup(of: [EventID].self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await store.claimAll(at: start, of: [endpoint], places: 5).map(\.delivery.event.id)
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(taken.count == 40)
            #expect(Set(taken).count == 40)
        }
    }

    @Test(arguments: Backend.allCases)
    func releasingFreesWhatWasHeld(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            let endpoint = sample.endpoint()
            try await store.insert(endpoint, atMost: 9)
            try await store.commit(sample.events("one"))
            let first = try #require(try await store.claimAll(at: start, of: [endpoint]).first)
            try await store.releaseDeliveries()
            // With several processes that is for the end of the lease to do.
            let now = backend.isForOneProcess ? start : start.adding(seconds: 60)
            let second = try #require(try await store.claimAll(at: now, of: [endpoint]).first)
            try await store.release(first)
            #expect(try await store.claimAll(at: now, of: [endpoint]).isEmpty)
            try await store.release(second)
            let third = try await store.claimAll(at: now, of: [endpoint])
            #expect(third.map(\.fence) == [3])
            #expect(third.map(\.delivery.attempts) == [0])
        }
    }

    /// Best-effort order: the next event of an object waits for the first try of the one before, not for its success.
    @Test(arguments: Backend.allCases)
    func eventsOfAnObjectGoInOrderUntilOneFailed(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            let endpoint = sample.endpoint()
            try await store.insert(endpoint, atMost: 9)
            try await store.commit(sample.events("first", "second", "third"))
            func claim(_ now: Timestamp) async throws -> [ClaimedDelivery] {
                try await store.claimAll(at: now, of: [endpoint])
            }
            let first = try await claim(start)
            #expect(first.map(\.delivery.event.id) == [StorageSample(1).eventID("first")])
            #expect(try await claim(start).isEmpty)
            let again = start.adding(seconds: 5)
            try await store.end(first[0], .again(at: again), at: start)
            let second = try await claim(start)
            #expect(second.map(\.delivery.event.id) == [StorageSample(1).eventID("second")])
            try await store.end(second[0], .delivered, at: start)
            // Both are free now; still only one of an object at a time.
            let retried = try await claim(again)
            #expect(retried.count == 1)
            #expect(try await claim(again).isEmpty)
            try await store.end(retried[0], .delivered, at: again)
            #expect(try await claim(again).count == 1)
        }
    }

    @Test(arguments: Backend.allCases)
    func anAttemptIsKeptAndMovesTheEndpointsHealth(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            let endpoint = sample.endpoint()
            try await store.insert(endpoint, atMost: 9)
            try await store.commit(sample.events("one"))
            let first = try #require(try await store.claimAll(at: start, of: [endpoint]).first)
            let next = start.adding(seconds: 5)
            try await store.end(first, .again(at: next), at: start)
            var stored = try #require(try await store.endpoint(endpoint.id, of: endpoint.organisation))
            #expect(stored.health == EndpointHealth(failingSince: start, failures: 1))
            #expect(try await store.claimAll(at: start, of: [endpoint]).isEmpty)
            let second = try #require(try await store.claimAll(at: next, of: [endpoint]).first)
            #expect(second.delivery.failures == 1)
            try await store.end(second, .delivered, at: next)
            stored = try #require(try await store.endpoint(endpoint.id, of: endpoint.organisation))
            #expect(stored.health == .good)
            #expect(stored.version == 1)
            let delivery = try #require(try await store.delivery(first.delivery.id, of: endpoint.organisation))
            #expect(delivery.status == .delivered)
            #expect(delivery.nextAt == nil && delivery.endedAt == next)
            let attempts = try await store.attempts(of: delivery.id, in: endpoint.organisation)
            #expect(attempts.map(\.number) == [1, 2])
            #expect(attempts.map(\.failure) == [.timeout, nil])
            #expect(attempts.map(\.status) == [nil, 204])
            #expect(try await store.attempts(of: delivery.id, in: StorageSample(2).organisation.id).isEmpty)
        }
    }

    /// W-7: 410 disables; nothing more is taken or made until it is enabled again, in good health.
    @Test(arguments: Backend.allCases)
    func anEndpointThatIsGoneIsDisabledAndCanComeBack(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            let endpoint = sample.endpoint()
            try await store.insert(endpoint, atMost: 9)
            try await store.commit(sample.events("one", of: 1))
            try await store.commit(sample.events("two", of: 2))
            let first = try #require(try await store.claimAll(at: start, of: [endpoint], places: 1).first)
            #expect(try await store.end(first, .endpointGone, at: start) == .disabled(.gone, at: start))
            #expect(try await store.webhookFigures(at: start).disabledEndpoints == 1)
            #expect(try await store.dueEndpoints(at: start).isEmpty)
            #expect(try await store.claimAll(at: start, of: [endpoint]).isEmpty)
            try await store.commit(sample.events("three", of: 3))
            var stored = try #require(try await store.endpoint(endpoint.id, of: endpoint.organisation))
            #expect(stored.standing == .disabled(.gone, at: start))
            #expect(stored.version == 2)
            stored.version += 1
            stored.standing = .enabled
            try await store.update(stored)
            #expect(try await store.endpoint(endpoint.id, of: endpoint.organisation)?.health == .good)
            #expect(
                try await store.claimAll(at: start, of: [endpoint]).map(\.delivery.event.id) == [
                    StorageSample(1).eventID("two")
                ]
            )
        }
    }

    /// W-10: what was parked is sent again from the start of the schedule.
    @Test(arguments: Backend.allCases)
    func parkedDeliveriesAreSentAgainAloneOrByRange(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            let (endpoint, other) = (sample.endpoint(1), sample.endpoint(2))
            for each in [endpoint, other] { try await store.insert(each, atMost: 9) }
            for object in 1...3 { try await store.commit(sample.events("e\(object)", of: UInt64(object))) }
            for claimed in try await store.claimAll(at: start, of: [endpoint, other]) {
                try await store.end(claimed, .parked, at: start)
            }
            let organisation = endpoint.organisation
            let later = start.adding(seconds: 100)
            func resend(_ selection: ResendSelection, limit: Int = 100) async throws -> Int {
                try await store.resend(selection, of: organisation, at: later, limit: limit, keeping: nil)
            }
            func range(_ status: WebhookDelivery.Status, _ endpoint: WebhookID?) -> ResendSelection {
                .range(from: start, to: start, endpoint: endpoint, status: status)
            }
            let one = try #require(try await store.deliveries(WebhookDeliveryQuery(), of: organisation).items.last)
            #expect(try await resend(.one(one.id)) == 1)
            let resent = try #require(try await store.delivery(one.id, of: organisation))
            #expect(resent.status == .pending && resent.failures == 0 && resent.attempts == 1)
            #expect(resent.nextAt == later && resent.endedAt == nil)
            #expect(try await resend(range(.delivered, nil)) == 0)
            #expect(try await resend(range(.parked, endpoint.id), limit: 1) == 1)
            #expect(try await resend(range(.parked, nil)) == 4)
            #expect(try await resend(range(.parked, nil)) == 0)
            #expect(try await store.claimAll(at: later, of: [endpoint, other]).count == 6)
            let stranger = StorageSample(2).organisation.id
            #expect(try await store.resend(.one(one.id), of: stranger, at: later, limit: 1, keeping: nil) == 0)
        }
    }

    /// Whoever resends is told that it is tried now: an attempt that was under way then, and fails, takes nothing of that back.
    @Test(arguments: Backend.allCases)
    func whatIsResentDuringAnAttemptThatFailsStaysDue(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            let endpoint = sample.endpoint()
            try await store.insert(endpoint, atMost: 9)
            for object in 1...3 { try await store.commit(sample.events("e\(object)", of: UInt64(object))) }
            let claimed = try await store.claimAll(at: start, of: [endpoint])
            #expect(claimed.count == 3)
            let moment = start.adding(seconds: 5)
            let again = start.adding(seconds: 3_600)
            for each in claimed {
                let count = try await store.resend(
                    .one(each.delivery.id),
                    of: endpoint.organisation,
                    at: moment,
                    limit: 1,
                    keeping: nil
                )
                #expect(count == 1)
            }
            for (each, step) in zip(claimed, [DeliveryStep.parked, .again(at: again), .delivered]) {
                try await store.end(each, step, at: start)
            }
            let due = try await store.claimAll(at: moment, of: [endpoint])
            #expect(due.map(\.delivery.id) == claimed.prefix(2).map(\.delivery.id))
            // It counts once: an attempt that began after it is as any.
            let later = moment.adding(seconds: 1)
            for each in due {
                #expect(each.delivery.attempts == 1 && each.delivery.failures == 1)
                try await store.end(each, .parked, at: later)
                let parked = try await store.delivery(each.delivery.id, of: endpoint.organisation)
                #expect(parked?.status == .parked && parked?.endedAt == later && parked?.nextAt == nil)
            }
            let delivered = try await store.delivery(claimed[2].delivery.id, of: endpoint.organisation)
            #expect(delivered?.status == .delivered && delivered?.endedAt == start)
        }
    }

    @Test(arguments: Backend.allCases)
    func pruningForgetsWhatEndedLongAgoAndItsEvents(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            let (endpoint, gone) = (sample.endpoint(1), sample.endpoint(2))
            for each in [endpoint, gone] { try await store.insert(each, atMost: 9) }
            for object in 1...3 { try await store.commit(sample.events("e\(object)", of: UInt64(object))) }
            let claimed = try await store.claimAll(at: start, of: [endpoint], places: 2)
            for each in claimed { try await store.end(each, .delivered, at: start.adding(seconds: 7)) }
            _ = try await store.delete(gone.id, of: gone.organisation)
            func prune(_ seconds: Int64) async throws -> Int {
                var count = 0
                while true {
                    let more = try await store.pruneDeliveries(before: start.adding(seconds: seconds), limit: 1)
                    count += more
                    if more == 0 { return count }
                }
            }
            // The deleted endpoint's go at once; what ended is kept until its time has passed.
            #expect(try await prune(7) == 3)
            #expect(try await store.deliveries(WebhookDeliveryQuery(), of: endpoint.organisation).items.count == 3)
            #expect(try await store.events(after: 0, limit: 9).count == 3)
            #expect(try await prune(8) == 4)
            let left = try await store.deliveries(WebhookDeliveryQuery(), of: endpoint.organisation).items
            #expect(left.map(\.event.id) == [StorageSample(1).eventID("e3")])
            #expect(try await store.events(after: 0, limit: 9).map(\.event.id) == [StorageSample(1).eventID("e3")])
            #expect(try await store.attempts(of: claimed[0].delivery.id, in: endpoint.organisation).isEmpty)
            try await store.insert(sample.endpoint(2), atMost: 9)
        }
    }

    @Test(arguments: Backend.allCases)
    func figuresTellOfWhatWaits(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            try await store.insert(sample.endpoint(), atMost: 9)
            let empty = WebhookFigures(oldestDueMicroseconds: 0, disabledEndpoints: 0)
            #expect(try await store.webhookFigures(at: start) == empty)
            try await store.commit(sample.events("one", "two"))
            let figures = try await store.webhookFigures(at: start.adding(seconds: 3))
            #expect(figures == WebhookFigures(oldestDueMicroseconds: 3_000_000, disabledEndpoints: 0))
        }
    }

    @Test(arguments: Backend.allCases)
    func aTestIsADeliveryOfItsOwn(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            let endpoint = sample.endpoint()
            try await store.insert(endpoint, atMost: 9)
            let delivery = WebhookDelivery(
                id: sample.id(77),
                organisation: endpoint.organisation,
                endpoint: endpoint.id,
                event: .init(id: sample.id(78), type: "webhook.test", objectID: endpoint.id.ofAnyKind),
                createdAt: start
            )
            try await store.insert(delivery, body: #"{"type":"webhook.test"}"#, keeping: nil)
            let claimed = try await store.claimAll(at: start, of: [endpoint])
            #expect(claimed.map(\.delivery) == [delivery])
            #expect(claimed.map(\.body) == [#"{"type":"webhook.test"}"#])
            #expect(try await store.events(after: 0, limit: 9).isEmpty)
        }
    }
}
