import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Testing

@testable import Webhooks

/// W-5 and what is our own fault: what one delivery's end means for the others of its endpoint.
@Suite(.serialized, .timeLimit(.minutes(15))) struct EndpointRestTests {
    private let start = StorageSample.start
    private let endpoint = StorageSample(1).endpoint(1).id

    /// `Retry-After` speaks of the endpoint: the others of it wait too, and nobody else does.
    @Test func whatIsDueForAnEndpointThatAsksForARestWaitsWithIt() async throws {
        let stage = try await WorkerStage(
            ScriptedEndpoints { arrival, earlier in
                arrival.url.hasSuffix("/busy") && earlier == 0
                    ? .answered(status: 429, retryAfter: .seconds(600)) : ScriptedEndpoints.ok
            }
        )
        let (busy, free) = ("https://busy.example/busy", "https://free.example/free")
        try await stage.store.insert(stage.sample.endpoint(1, url: busy), atMost: 9)
        try await stage.store.insert(stage.sample.endpoint(2, url: free), atMost: 9)
        try await stage.working {
            try await stage.commit("e1")
            try await stage.until("told to wait") { stage.endpoints.arrivals(at: busy).count == 1 }
            try await stage.until("stored") { try await stage.deliveries().contains { $0.failures == 1 } }
            for object in 2...6 { try await stage.commit("e\(object)", object: UInt64(object)) }
            try await stage.until("the other has all") { stage.endpoints.arrivals(at: free).count == 6 }
            stage.advance(seconds: 599)
            for _ in 0..<2_000 { await Task.yield() }
            #expect(stage.endpoints.arrivals(at: busy).count == 1)
            stage.advance(seconds: 1)
            try await stage.until("all went on") { try await stage.deliveries(.delivered).count == 12 }
        }
    }

    /// A clock that is set back makes no rest longer than an hour.
    @Test func aRestIsOverWithinAnHourWhateverTheClockSays() {
        let places = DeliveryPlaces()
        func free(_ seconds: Int64) -> Int { count(of: places, at: "https://a.example", seconds) }
        func rest(_ seconds: Int64) {
            places.rest(endpoint, at: "https://a.example", until: start.adding(seconds: seconds))
        }
        rest(3_600)
        rest(60)
        #expect(free(0) == 0)
        #expect(free(3_599) == 0)
        #expect(free(3_600) == DeliveryPlaces.perEndpoint)
        rest(3_600)
        #expect(free(-60) == 0, "the clock was read a moment before the rest began")
        #expect(free(-61) == DeliveryPlaces.perEndpoint)
    }

    /// A merchant who moves an endpoint does not wait for the rest that the old address asked for.
    @Test func aRestIsOfTheAddressThatAskedForIt() {
        let (places, old, new) = (DeliveryPlaces(), "https://a.example", "https://b.example")
        places.rest(endpoint, at: old, until: start.adding(seconds: 3_600))
        #expect(count(of: places, at: old, 1) == 0)
        #expect(count(of: places, at: new, 1) == DeliveryPlaces.perEndpoint)
        places.rest(endpoint, at: new, until: start.adding(seconds: 60))
        #expect(count(of: places, at: new, 59) == 0)
        #expect(count(of: places, at: new, 60) == DeliveryPlaces.perEndpoint)
    }

    private func count(of places: DeliveryPlaces, at url: String, _ seconds: Int64) -> Int {
        let due = DueEndpoint(id: endpoint, url: url, count: 1)
        return places.free(for: [due], at: start.adding(seconds: seconds)).places[endpoint] ?? 0
    }

    /// Our key does not open its secret: that is told, tried again, and not held against the endpoint.
    @Test func aSecretThatWeCannotOpenIsNoFailureOfTheEndpoint() async throws {
        let stage = try await WorkerStage(ScriptedEndpoints(ScriptedEndpoints.ok))
        var broken = stage.sample.endpoint(1)
        let stranger = FieldKey(id: "k1", secret: Array(repeating: 8, count: 32))
        let sealed = try stranger.sealSecret(
            Array(repeating: 1, count: 32),
            field: WebhookEndpoint.secretField(broken.id),
            randomBytes: { Array(repeating: 1, count: $0) }
        )
        broken.secrets = [.init(sealed: sealed, livesUntil: nil)]
        try await stage.store.insert(broken, atMost: 9)
        try await stage.store.insert(stage.sample.endpoint(2), atMost: 9)
        try await stage.working {
            for hour in 0..<122 {
                try await stage.commit("h\(hour)", object: UInt64(hour + 1))
                try await stage.until("rest") {
                    try await stage.store.dueEndpoints(at: stage.clock.now).isEmpty
                }
                stage.advance(seconds: 3_600)
            }
        }
        let stored = try #require(try await stage.store.endpoint(broken.id, of: broken.organisation))
        #expect(stored.isEnabled)
        #expect(stored.health == .good)
        #expect(stage.reports.disabled.isEmpty)
        #expect(stage.reports.unreadableSecrets.contains(broken.id))
        #expect(stage.endpoints.arrivals.allSatisfy { $0.url == stage.sample.endpoint(2).url })
        let parked = try #require(try await stage.deliveries(.parked).first)
        let attempts = try await stage.store.attempts(of: parked.id, in: broken.organisation)
        #expect(attempts.count == DeliverySchedule.attempts)
        #expect(attempts.allSatisfy { $0.failure == .secretUnreadable })
    }
}
