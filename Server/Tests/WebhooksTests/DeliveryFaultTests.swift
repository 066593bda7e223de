import ChaveBase
import ChavePixModel
import PaymentsCore
import ServerTestSupport
import Synchronization
import Testing

@testable import Webhooks

/// V6, W-11 and W-13: whatever dies, every event arrives, and no attempt is made twice at once.
@Suite(.serialized, .timeLimit(.minutes(15))) struct DeliveryFaultTests {
    /// Workers that are cut off at any point, endpoints that fail at random, a clock that is set back and forth.
    @Test(arguments: 1...10)
    func everyEventArrivesAtLeastOnceWithTheSameBody(_ seed: UInt64) async throws {
        let chances = StandingClock(seed: seed)
        let stage = try await WorkerStage(
            seed: seed,
            ScriptedEndpoints { _, _ in
                switch chances.number() % 4 {
                case 0: return ScriptedEndpoints.broken
                case 1:
                    for _ in 0..<(chances.number() % 50) { await Task.yield() }
                    return ScriptedEndpoints.ok
                default: return ScriptedEndpoints.ok
                }
            }
        )
        for index in 1...2 { try await stage.store.insert(stage.sample.endpoint(UInt64(index)), atMost: 9) }
        var committed: Set<String> = []
        for round in 0..<12 {
            let worker = stage.worker()
            let life = Task { await worker.run() }
            for number in 0..<3 {
                let name = "r\(round)-\(number)"
                try await stage.commit(name, object: 1 + chances.number() % 5)
                committed.insert(stage.sample.eventID(name).text)
                for _ in 0..<(chances.number() % 60) { await Task.yield() }
            }
            life.cancel()
            await life.value
            if chances.number() % 2 == 0 { try await stage.store.releaseDeliveries() }
            stage.advance(seconds: Int64(chances.number() % 90))
        }
        try await stage.working {
            for _ in 0..<60 {
                stage.advance(seconds: 7_200)
                try await stage.until("nothing is due") {
                    try await stage.store.dueEndpoints(at: stage.clock.now).isEmpty
                }
                if try await stage.deliveries(.pending).isEmpty { break }
            }
        }
        for index in 1...2 {
            let arrivals = stage.endpoints.arrivals(at: stage.sample.endpoint(UInt64(index)).url)
            let taken = try await stage.deliveries(.delivered).filter {
                $0.endpoint == stage.sample.endpoint(UInt64(index)).id
            }
            #expect(Set(taken.map(\.event.id.text)) == committed)
            #expect(Set(arrivals.map(\.id)) == committed)
            for (id, same) in Dictionary(grouping: arrivals, by: \.id) {
                #expect(Set(same.map(\.body)).count == 1)
                #expect(stage.endpoints.mostOpen("\(same[0].url) \(id)") == 1)
            }
        }
    }

    /// W-13: two workers of two processes over one store.
    @Test func twoWorkersShareTheWorkAndNeverAnAttempt() async throws {
        let stage = try await WorkerStage(
            ScriptedEndpoints { _, _ in
                for _ in 0..<20 { await Task.yield() }
                return ScriptedEndpoints.ok
            }
        )
        try await stage.store.insert(stage.sample.endpoint(), atMost: 9)
        let workers = [stage.worker(), stage.worker()]
        let lives = workers.map { worker in Task { await worker.run() } }
        for object in 1...60 {
            try await stage.commit("e\(object)", object: UInt64(object))
            await Task.yield()
        }
        try await stage.until("all delivered") {
            stage.advance(seconds: 0)
            return try await stage.deliveries(.delivered).count == 60
        }
        for life in lives { life.cancel() }
        for life in lives { await life.value }
        #expect(stage.endpoints.arrivals.count == 60)
        #expect(Set(stage.endpoints.arrivals.map(\.id)).count == 60)
    }

    /// A clock that jumps past every lease does not make one process send the same twice at once.
    @Test func aJumpingClockDoesNotDoubleAnAttempt() async throws {
        let isOpen = Mutex(false)
        let stage = try await WorkerStage(
            ScriptedEndpoints { _, _ in
                while !isOpen.withLock({ $0 }) && !Task.isCancelled { await Task.yield() }
                return ScriptedEndpoints.ok
            }
        )
        try await stage.store.insert(stage.sample.endpoint(), atMost: 9)
        try await stage.working {
            try await stage.commit("one")
            try await stage.until("under way") { stage.endpoints.arrivals.count == 1 }
            for _ in 0..<20 {
                stage.advance(seconds: 3_600)
                for _ in 0..<200 { await Task.yield() }
            }
            #expect(stage.endpoints.arrivals.count == 1)
            isOpen.withLock { $0 = true }
            try await stage.until("delivered") { try await stage.deliveries(.delivered).count == 1 }
        }
        #expect(stage.endpoints.arrivals.count == 1)
    }
}
