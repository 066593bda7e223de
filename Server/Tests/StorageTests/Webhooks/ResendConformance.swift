import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Testing
import Webhooks

/// The contract of `WebhookStore`: what was never to be sent, and requests whose answers are kept.
@Suite struct ResendConformance {
    private let start = StorageSample.start

    private func missing(
        _ store: any WebhookStore,
        to endpoint: WebhookEndpoint,
        from: Int64 = 0,
        until: Int64 = 100,
        at now: Timestamp
    ) async throws -> Int {
        try await store.makeMissingDeliveries(
            to: endpoint.id,
            of: endpoint.organisation,
            from: start.adding(seconds: from),
            to: start.adding(seconds: until),
            at: now
        )
    }

    private func event(
        _ name: String,
        _ sample: StorageSample,
        at seconds: Int64,
        type: String = "enrollment.created"
    ) -> Change {
        var change = Change()
        let object = ObjectReference.enrollment(sample.id(UInt64(seconds) + 1))
        change.events = [sample.event(name, of: object, type: type, at: start.adding(seconds: seconds))]
        return change
    }

    /// W-10: an endpoint that was disabled gets what it missed: what it wants, of its organisation, in the range, once.
    @Test(arguments: Backend.allCases)
    func whatAnEndpointMissedWhileItWasDisabledIsMade(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            let stranger = StorageSample(2)
            try await store.commit(Change([.organisation(stranger.organisation)]))
            var endpoint = sample.endpoint(1, events: ["enrollment.created", "charge.failed"])
            try await store.insert(endpoint, atMost: 9)
            try await store.commit(event("before", sample, at: 0))
            endpoint.version += 1
            endpoint.standing = .disabled(.gone, at: start)
            try await store.update(endpoint)
            for second: Int64 in 1...3 { try await store.commit(event("e\(second)", sample, at: second)) }
            try await store.commit(event("unwanted", sample, at: 2, type: "enrollment.failed"))
            try await store.commit(event("others", stranger, at: 2))
            let now = start.adding(seconds: 50)
            #expect(try await missing(store, to: endpoint, at: now) == 0, "it is disabled")
            endpoint.version += 1
            endpoint.standing = .enabled
            try await store.update(endpoint)
            #expect(try await missing(store, to: endpoint, from: 1, until: 2, at: now) == 2)
            #expect(try await missing(store, to: endpoint, at: now) == 1)
            #expect(try await missing(store, to: endpoint, at: now) == 0)
            let made = try await store.deliveries(WebhookDeliveryQuery(), of: endpoint.organisation).items
            #expect(
                made.map(\.event.id) == [
                    StorageSample(1).eventID("e3"), StorageSample(1).eventID("e2"), StorageSample(1).eventID("e1"),
                    StorageSample(1).eventID("before"),
                ]
            )
            #expect(made.prefix(3).allSatisfy { $0.status == .pending && $0.nextAt == now && $0.attempts == 0 })
            let first = try #require(made.first { $0.event.id == StorageSample(1).eventID("e1") })
            #expect(first.createdAt == start.adding(seconds: 1))
            #expect(
                first.id == WebhookDelivery.id(of: StorageSample(1).eventID("e1"), at: first.createdAt, to: endpoint.id)
            )
            let claimed = try await store.claimAll(at: now, of: [endpoint])
            #expect(Set(claimed.map(\.delivery.event.id)) == Set(made.map(\.event.id)))
            let body = sample.event("e1", of: .enrollment(sample.id(2))).body
            #expect(claimed.first { $0.delivery.id == first.id }?.body == body)
        }
    }

    /// More than one portion, several of them made at the same moment.
    @Test(arguments: Backend.allCases)
    func aLongGapIsMadeWhole(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            for number: Int64 in 0..<1_203 { try await store.commit(event("e\(number)", sample, at: number / 7)) }
            let endpoint = sample.endpoint(1)
            try await store.insert(endpoint, atMost: 9)
            #expect(try await missing(store, to: endpoint, until: 1_000, at: start) == 1_203)
            #expect(try await missing(store, to: endpoint, until: 1_000, at: start) == 0)
        }
    }

    private func claim(_ number: UInt8) -> Change.IdempotencyWrite {
        .claim(
            IdempotencyRecord(
                scope: Digest(trusting: Array(repeating: number, count: 32)),
                organisation: StorageSample(1).organisation.id,
                fingerprint: Digest(trusting: Array(repeating: 9, count: 32)),
                createdAt: start,
                object: nil,
                heldUntil: nil
            )
        )
    }

    /// Section 8, rule 8: the key and the work are one transaction, so that neither is there without the other.
    @Test(arguments: Backend.allCases)
    func aKeyThatIsTakenLetsNothingBeSentTwice(_ backend: Backend) async throws {
        try await backend.withWebhooks { store, sample async throws in
            let endpoint = sample.endpoint()
            try await store.insert(endpoint, atMost: 9)
            func test(_ number: UInt64, _ key: Change.IdempotencyWrite) async -> CommitOutcome {
                let delivery = WebhookDelivery(
                    id: sample.id(number),
                    organisation: endpoint.organisation,
                    endpoint: endpoint.id,
                    event: .init(id: sample.id(number), type: "webhook.test", objectID: endpoint.id.ofAnyKind),
                    createdAt: start
                )
                return await outcome { () async throws(CommitFailure) in
                    try await store.insert(delivery, body: "{}", keeping: key)
                }
            }
            #expect(await test(70, claim(1)) == .stored)
            #expect(await test(71, claim(1)) == .taken(.idempotencyKey))
            let organisation = endpoint.organisation
            let made = try await store.deliveries(WebhookDeliveryQuery(), of: organisation).items
            #expect(made.map(\.id) == [sample.id(70)])
            let held = try #require(try await store.claimAll(at: start, of: [endpoint]).first)
            try await store.end(held, .delivered, at: start)
            func resend(_ id: WebhookDeliveryID, _ key: Change.IdempotencyWrite) async -> CommitOutcome {
                await outcome { () async throws(CommitFailure) in
                    _ = try await store.resend(.one(id), of: organisation, at: start, limit: 1, keeping: key)
                }
            }
            #expect(await resend(held.delivery.id, claim(1)) == .taken(.idempotencyKey))
            #expect(try await store.delivery(held.delivery.id, of: organisation)?.status == .delivered)
            // Nothing was found to do, so the key stays free.
            #expect(await resend(sample.id(99), claim(2)) == .stored)
            #expect(await resend(held.delivery.id, claim(2)) == .stored)
            #expect(try await store.delivery(held.delivery.id, of: organisation)?.status == .pending)
            #expect(await resend(held.delivery.id, claim(2)) == .taken(.idempotencyKey))
        }
    }

    private func outcome(_ body: () async throws(CommitFailure) -> Void) async -> CommitOutcome {
        do throws(CommitFailure) {
            try await body()
            return .stored
        } catch {
            return CommitOutcome(error)
        }
    }
}
