import ChaveBase
import ChavePixModel
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Synchronization
import Testing

@testable import Webhooks

/// The worker over the whole store, without a network and without time passing by itself.
@Suite(.serialized, .timeLimit(.minutes(15))) struct DeliveryWorkerTests {
    /// No time passes between the commit and the first attempt: the commit wakes the worker.
    @Test func aCommitIsSentAtOnceAndSigned() async throws {
        let stage = try await WorkerStage(ScriptedEndpoints(ScriptedEndpoints.ok))
        let endpoint = stage.sample.endpoint(bearer: "merchant-token")
        try await stage.store.insert(endpoint, atMost: 9)
        try await stage.working {
            try await stage.commit("one")
            try await stage.until("delivered") { try await stage.deliveries(.delivered).count == 1 }
            try await stage.commit("two", object: 2)
            try await stage.until("delivered") { try await stage.deliveries(.delivered).count == 2 }
        }
        let arrival = try #require(stage.endpoints.arrivals.first)
        #expect(arrival.url == endpoint.url)
        #expect(arrival.headers["authorization"] == "Bearer merchant-token")
        #expect(arrival.headers["content-type"] == "application/json")
        #expect(arrival.headers["webhook-timestamp"] == "\(stage.clock.now.seconds)")
        let verifier = WebhookVerifier(secrets: [stage.sample.secret()])
        try verifier.verify(arrival.body, header: { arrival.headers[$0] }, at: stage.clock.now)
        let event = try await stage.store.events(after: 0, limit: 1)[0].event
        #expect(arrival.body == Array(event.body.utf8))
        #expect(arrival.id == event.id.text)
    }

    /// W-4 and W-10: an endpoint that is down for 76 hours: ten attempts by the table, parked, then sent again.
    @Test func anEndpointThatIsDownForThreeDaysIsTriedByTheTableAndParked() async throws {
        let isUp = Mutex(false)
        let stage = try await WorkerStage(
            ScriptedEndpoints { _, _ in isUp.withLock { $0 } ? ScriptedEndpoints.ok : .failed(.unreachable) }
        )
        try await stage.store.insert(stage.sample.endpoint(), atMost: 9)
        let start = stage.clock.now
        try await stage.working {
            try await stage.commit("one")
            for attempt in 1...10 {
                try await stage.until("attempt \(attempt)") {
                    try await stage.deliveries().first.map { $0.attempts == attempt } ?? false
                }
                if let next = try await stage.deliveries(.pending).first?.nextAt { stage.advance(to: next) }
            }
            let parked = try #require(try await stage.deliveries(.parked).first)
            let passed = stage.clock.now.microseconds(since: start) / 1_000_000
            #expect((272_105...299_316).contains(passed))
            let attempts = try await stage.store.attempts(of: parked.id, in: stage.sample.organisation.id)
            for (index, pair) in zip(attempts, attempts.dropFirst()).enumerated() {
                let delay = Double(pair.1.at.microseconds(since: pair.0.at)) / 1_000_000
                let published = Double(DeliverySchedule.delays[index])
                #expect(delay >= published && delay <= published * 1.1 + 0.001)
            }
            isUp.withLock { $0 = true }
            stage.advance(seconds: 60)
            let count = try await stage.store.resend(
                .one(parked.id),
                of: stage.sample.organisation.id,
                at: stage.clock.now,
                limit: 1,
                keeping: nil
            )
            #expect(count == 1)
            try await stage.until("sent again") { try await stage.deliveries(.delivered).count == 1 }
        }
        let arrivals = stage.endpoints.arrivals
        #expect(arrivals.count == 11)
        #expect(Set(arrivals.map(\.body)).count == 1)
        #expect(Set(arrivals.map(\.id)).count == 1)
        #expect(Set(arrivals.compactMap { $0.headers["webhook-timestamp"] }).count == 11)
        #expect(stage.reports.disabled.isEmpty)
    }

    /// W-12: 3 endpoints that swallow everything beside 20 good ones.
    @Test func oneSlowEndpointNeverDelaysAnother() async throws {
        let stage = try await WorkerStage(
            ScriptedEndpoints { arrival, _ in
                arrival.url.hasSuffix("/slow") ? await silence() : ScriptedEndpoints.ok
            }
        )
        for index in 1...23 {
            let url = "https://e\(index).example/\(index <= 3 ? "slow" : "good")"
            try await stage.store.insert(stage.sample.endpoint(UInt64(index), url: url), atMost: 99)
        }
        try await stage.working {
            for object in 1...12 { try await stage.commit("e\(object)", object: UInt64(object)) }
            // All of it without any time passing: nothing waits for the slow ones to time out.
            try await stage.until("the good ones have all") { try await stage.deliveries(.delivered).count == 240 }
            #expect(try await stage.deliveries(.pending).count == 36)
        }
        for index in 1...3 {
            #expect(stage.endpoints.mostOpen("https://e\(index).example/slow") == DeliveryPlaces.perEndpoint)
        }
    }

    @Test func anEndpointThatFailedIsFeltForWithOneAtATime() async throws {
        let gate = Mutex(false)
        let stage = try await WorkerStage(
            ScriptedEndpoints { _, earlier in
                if earlier == 0 { return ScriptedEndpoints.broken }
                return gate.withLock { $0 } ? ScriptedEndpoints.ok : await silence()
            }
        )
        try await stage.store.insert(stage.sample.endpoint(), atMost: 9)
        try await stage.working {
            try await stage.commit("first")
            try await stage.until("failed") { try await stage.deliveries().first?.failures == 1 }
            for object in 2...6 { try await stage.commit("e\(object)", object: UInt64(object)) }
            try await stage.until("one is under way") { stage.endpoints.arrivals.count == 2 }
            for _ in 0..<2_000 { await Task.yield() }
            #expect(stage.endpoints.arrivals.count == 2)
        }
    }

    /// W-7: 410 disables the endpoint; what waits for it stays, and nothing more is made.
    @Test func goneDisablesTheEndpoint() async throws {
        let stage = try await WorkerStage(ScriptedEndpoints(.answered(status: 410, retryAfter: nil)))
        let endpoint = stage.sample.endpoint()
        try await stage.store.insert(endpoint, atMost: 9)
        try await stage.working {
            try await stage.commit("one")
            try await stage.until("disabled") { stage.reports.disabled == [.gone] }
            try await stage.commit("two", object: 2)
            stage.advance(seconds: 100)
        }
        #expect(stage.endpoints.arrivals.count == 1)
        #expect(try await stage.deliveries().map(\.status) == [.parked])
        let stored = try await stage.store.endpoint(endpoint.id, of: endpoint.organisation)
        #expect(stored?.isEnabled == false)
    }

    /// The attempt that disabled it is not remembered against it.
    @Test func anEndpointThatIsEnabledAgainHasAllItsPlaces() async throws {
        let stage = try await WorkerStage(
            ScriptedEndpoints { _, earlier in
                earlier == 0 ? .answered(status: 410, retryAfter: nil) : await silence()
            }
        )
        let endpoint = stage.sample.endpoint()
        try await stage.store.insert(endpoint, atMost: 9)
        try await stage.working {
            try await stage.commit("one")
            try await stage.until("disabled") { stage.reports.disabled == [.gone] }
            var stored = try #require(try await stage.store.endpoint(endpoint.id, of: endpoint.organisation))
            stored.standing = .enabled
            stored.version += 1
            try await stage.store.update(stored)
            for object in 2...9 { try await stage.commit("e\(object)", object: UInt64(object)) }
            let all = 1 + DeliveryPlaces.perEndpoint
            try await stage.until("all places are taken") { stage.endpoints.arrivals.count == all }
        }
    }

    @Test func fiveDaysOfFailuresDisableTheEndpoint() async throws {
        let stage = try await WorkerStage(ScriptedEndpoints(ScriptedEndpoints.broken))
        try await stage.store.insert(stage.sample.endpoint(), atMost: 9)
        try await stage.working {
            for hour in 0..<121 {
                if stage.reports.disabled == [.failing] { break }
                let known = stage.endpoints.arrivals.count
                try await stage.commit("h\(hour)", object: UInt64(hour + 1))
                try await stage.until("tried") {
                    stage.endpoints.arrivals.count > known || stage.reports.disabled == [.failing]
                }
                // What is under way is not due either: its outcome must have been written down.
                try await stage.until("rest") {
                    let (now, tried) = (stage.clock.now, stage.endpoints.arrivals.count)
                    let written = try await stage.deliveries().reduce(0) { $0 + $1.attempts }
                    guard written == tried else { return false }
                    return try await stage.store.dueEndpoints(at: now).isEmpty
                }
                stage.advance(seconds: 3_600)
            }
        }
        #expect(stage.reports.disabled == [.failing])
        #expect(stage.clock.now.seconds >= 1_800_000_000 + 5 * 86_400)
    }

    /// W-3: while the old secret lives, both sign; after that only the new one.
    @Test func aRotationSignsWithBothUntilTheOldSecretEnds() async throws {
        let stage = try await WorkerStage(ScriptedEndpoints(ScriptedEndpoints.ok))
        var endpoint = stage.sample.endpoint()
        try await stage.store.insert(endpoint, atMost: 9)
        let fresh = WebhookSecret.make { Array(repeating: 5, count: $0) }
        let sealed = try StorageSample.fieldKey.sealSecret(
            fresh.bytes,
            field: WebhookEndpoint.secretField(endpoint.id),
            randomBytes: { Array(repeating: 1, count: $0) }
        )
        endpoint.rotate(to: sealed, overlapSeconds: WebhookEndpoint.rotationSeconds, at: stage.clock.now)
        endpoint.version += 1
        try await stage.store.update(endpoint)
        func signatures(_ number: Int) -> Int? {
            stage.endpoints.arrivals[number].headers["webhook-signature"]?.split(separator: " ").count
        }
        try await stage.working {
            try await stage.commit("during")
            try await stage.until("delivered") { try await stage.deliveries(.delivered).count == 1 }
            stage.advance(seconds: WebhookEndpoint.rotationSeconds)
            try await stage.commit("after", object: 2)
            try await stage.until("delivered") { try await stage.deliveries(.delivered).count == 2 }
        }
        #expect(signatures(0) == 2)
        #expect(signatures(1) == 1)
        let arrival = stage.endpoints.arrivals[1]
        try WebhookVerifier(secrets: [fresh]).verify(arrival.body, header: { arrival.headers[$0] }, at: stage.clock.now)
    }

    /// An endpoint of a sandbox is not dialled by a server that is none.
    @Test func rulesAreThoseOfTheServerThatSends() async throws {
        let stage = try await WorkerStage(ScriptedEndpoints(ScriptedEndpoints.ok))
        try await stage.store.insert(stage.sample.endpoint(url: "http://127.0.0.1:9000/"), atMost: 9)
        try await stage.working {
            try await stage.commit("one")
            try await stage.until("failed") { try await stage.deliveries().first?.failures == 1 }
        }
        #expect(stage.endpoints.arrivals.isEmpty)
        let delivery = try #require(try await stage.deliveries().first)
        let attempts = try await stage.store.attempts(of: delivery.id, in: stage.sample.organisation.id)
        #expect(attempts.map(\.failure) == [.forbiddenAddress])
    }

    /// A stop lets what is under way end within the grace, and gives back what it cuts off.
    @Test func aStopBeginsNothingAndGivesBackWhatItCutsOff() async throws {
        let stage = try await WorkerStage(ScriptedEndpoints { _, _ in await silence() })
        try await stage.store.insert(stage.sample.endpoint(), atMost: 9)
        let worker = stage.worker()
        let task = Task { await worker.run() }
        try await stage.commit("one")
        try await stage.until("under way") { stage.endpoints.arrivals.count == 1 }
        worker.stop()
        try await stage.commit("two", object: 2)
        for _ in 0..<2_000 { await Task.yield() }
        #expect(worker.inFlightCount == 1)
        try await stage.until("over") {
            stage.advance(seconds: 4)
            return worker.inFlightCount == 0
        }
        await task.value
        #expect(stage.endpoints.arrivals.count == 1)
        #expect(try await stage.deliveries().allSatisfy { $0.attempts == 0 })
        #expect(try await stage.store.dueEndpoints(at: stage.clock.now).count == 1)
    }
}
