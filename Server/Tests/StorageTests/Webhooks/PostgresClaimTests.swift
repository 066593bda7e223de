import ChaveBase
import ChavePixModel
import PaymentsModel
import PaymentsStores
import PostgresClient
import PostgresNodes
import ServerTestSupport
import StoreTestSupport
import Synchronization
import Testing
import Webhooks

/// Two nodes with a pool each, on the same deliveries: none is sent by both, none by neither.
@Suite(.timeLimit(.minutes(10))) struct PostgresClaimTests {
    private let start = StorageSample.start
    private let sample = StorageSample(1)

    private typealias Store = SQLPaymentsStore

    /// Runs `body` with the stores of two nodes over what the sample begins with, and one of their pools.
    private func withNodes(_ body: ([SQLPaymentsStore], PostgresPool) async throws -> Void) async throws {
        try await DatabaseUnderTest.withPostgres { first, second in
            let nodes = [try await Store(over: first), try await Store(over: second)]
            try await nodes[0].commit(sample.foundation)
            try await body(nodes, first)
        }
    }

    /// What is under way, as the nodes together believe it, and what came of it.
    private final class Record: Sendable {
        private struct State {
            var underWay: Set<String> = []
            var claimed: [WebhookDeliveryID: Int] = [:]
            var doubled: [String] = []
            var nodes: Set<Int> = []
        }
        private let state = Mutex(State())

        func begin(_ claimed: ClaimedDelivery, by node: Int) {
            state.withLock { state in
                let object = "\(claimed.endpoint.id.text) \(claimed.delivery.event.objectID)"
                if !state.underWay.insert(object).inserted { state.doubled.append(object) }
                state.claimed[claimed.delivery.id, default: 0] += 1
                state.nodes.insert(node)
            }
        }

        func end(_ claimed: ClaimedDelivery) {
            state.withLock { state in
                _ = state.underWay.remove("\(claimed.endpoint.id.text) \(claimed.delivery.event.objectID)")
            }
        }

        var claims: [WebhookDeliveryID: Int] { state.withLock { $0.claimed } }
        /// Objects of which an endpoint was told of two changes at once.
        var doubled: [String] { state.withLock { $0.doubled } }
        var nodes: Set<Int> { state.withLock { $0.nodes } }
    }

    /// Claims and ends until nothing is due any more.
    private func work(
        _ node: SQLPaymentsStore,
        _ number: Int,
        _ endpoints: [WebhookEndpoint],
        at now: Timestamp,
        _ record: Record,
        ending step: DeliveryStep
    ) async throws {
        while try await !node.dueEndpoints(at: now).isEmpty {
            let claimed = try await node.claimAll(at: now, of: endpoints, places: 3)
            for each in claimed { record.begin(each, by: number) }
            for each in claimed {
                record.end(each)
                #expect(try await node.end(each, step, at: now) == .enabled)
            }
            await Task.yield()
        }
    }

    /// Once for what was never tried, and once more for what was tried, of which several of one object are due at once.
    @Test func nodesThatClaimAtOnceTakeEachDeliveryOnce() async throws {
        try await withNodes { nodes, _ in
            let endpoints = [sample.endpoint(1), sample.endpoint(2)]
            for endpoint in endpoints { try await nodes[0].insert(endpoint, atMost: 9) }
            for object in UInt64(1)...12 {
                for change in ["a", "b", "c", "d"] {
                    try await nodes[0].commit(sample.events("\(change)\(object)", of: object))
                }
            }
            let again = start.adding(seconds: 5)
            for (now, step) in [(start, DeliveryStep.again(at: again)), (again, .delivered)] {
                let record = Record()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for worker in 0..<6 {
                        let number = worker % nodes.count
                        group.addTask {
                            try await work(nodes[number], number, endpoints, at: now, record, ending: step)
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(record.claims.count == 96)
                #expect(record.claims.values.allSatisfy { $0 == 1 })
                #expect(record.doubled.isEmpty)
                #expect(record.nodes == [0, 1], "both had a part in it")
            }
            var query = WebhookDeliveryQuery()
            query.status = .delivered
            query.page.size = 100
            let delivered = try await nodes[1].deliveries(query, of: sample.organisation.id).items
            #expect(delivered.count == 96)
            #expect(delivered.allSatisfy { $0.attempts == 2 })
        }
    }

    /// A node that stood still past its lease changes nothing of what another one holds by now or has ended.
    @Test func whoStoodStillPastItsLeaseCannotFinish() async throws {
        try await withNodes { nodes, _ in
            let endpoint = sample.endpoint()
            try await nodes[0].insert(endpoint, atMost: 9)
            try await nodes[0].commit(sample.events("one"))
            let stale = try #require(try await nodes[0].claimAll(at: start, of: [endpoint]).first)
            let later = start.adding(seconds: 60)
            #expect(try await nodes[1].claimAll(at: later.adding(microseconds: -1), of: [endpoint]).isEmpty)
            let held = try #require(try await nodes[1].claimAll(at: later, of: [endpoint]).first)
            #expect(held.delivery.id == stale.delivery.id && held.fence == stale.fence + 1)
            for step in [DeliveryStep.delivered, .parked, .again(at: later), .endpointGone] {
                #expect(try await nodes[0].end(stale, step, at: later) == nil)
            }
            try await nodes[0].release(stale)
            #expect(try await nodes[0].claimAll(at: later, of: [endpoint]).isEmpty)
            let stored = try await nodes[0].endpoint(endpoint.id, of: endpoint.organisation)
            #expect(stored?.standing == .enabled && stored?.health == .good)
            #expect(try await nodes[1].end(held, .delivered, at: later) == .enabled)
            #expect(try await nodes[0].end(stale, .parked, at: later) == nil)
            let attempts = try await nodes[0].attempts(of: held.delivery.id, in: endpoint.organisation)
            #expect(attempts.map(\.status) == [204])
        }
    }

    /// A node that starts beside another one takes nothing from it.
    @Test func aStartFreesNothingThatAnotherNodeHolds() async throws {
        try await withNodes { nodes, _ in
            let endpoint = sample.endpoint()
            try await nodes[0].insert(endpoint, atMost: 9)
            try await nodes[0].commit(sample.events("one"))
            let held = try #require(try await nodes[0].claimAll(at: start, of: [endpoint]).first)
            try await nodes[1].releaseDeliveries()
            #expect(try await nodes[1].claimAll(at: start, of: [endpoint]).isEmpty)
            #expect(try await nodes[0].end(held, .delivered, at: start) == .enabled)
        }
    }

    /// A server that stops cancels its worker, which still notes what came of each attempt and gives back the rest.
    @Test func whoIsCancelledEndsAndGivesBackAllTheSame() async throws {
        try await withNodes { nodes, _ in
            let endpoint = sample.endpoint()
            try await nodes[0].insert(endpoint, atMost: 9)
            for object in UInt64(1)...2 { try await nodes[0].commit(sample.events("e\(object)", of: object)) }
            let held = try await nodes[0].claimAll(at: start, of: [endpoint])
            let (sent, unsent) = (try #require(held.first), try #require(held.last))
            let node = nodes[0]
            let stopping = Task {
                while !Task.isCancelled { await Task.yield() }
                try await node.release(unsent)
                return try await node.end(sent, .delivered, at: start)
            }
            stopping.cancel()
            #expect(try await stopping.value == .enabled)
            let left = try await nodes[1].claimAll(at: start, of: [endpoint])
            #expect(left.map(\.delivery.id) == [unsent.delivery.id])
        }
    }

    /// What somebody is changing is left for the next claim, and the rest is not held up by it.
    @Test func aClaimPassesByWhatIsBeingChanged() async throws {
        try await withNodes { nodes, pool in
            let endpoint = sample.endpoint()
            try await nodes[0].insert(endpoint, atMost: 9)
            for object in UInt64(1)...3 { try await nodes[0].commit(sample.events("e\(object)", of: object)) }
            let locking = PostgresStatement(StoredWebhooks.holdingDeliveries(ofEvent: StorageSample(1).eventID("e2")))
            try await pool.transaction { transaction in
                _ = try await transaction.run([locking])
                let claimed = try await nodes[1].claimAll(at: start, of: [endpoint])
                #expect(
                    claimed.map(\.delivery.event.id) == [
                        StorageSample(1).eventID("e1"), StorageSample(1).eventID("e3"),
                    ]
                )
            }
            #expect(
                try await nodes[1].claimAll(at: start, of: [endpoint]).map(\.delivery.event.id) == [
                    StorageSample(1).eventID("e2")
                ]
            )
        }
    }

    /// A node looks by itself only where another delivery may be due.
    @Test func aClaimAndAnEndTellWhetherMoreIsDue() async throws {
        try await withNodes { nodes, _ in
            let endpoint = sample.endpoint()
            try await nodes[0].insert(endpoint, atMost: 9)
            for object in UInt64(1)...2 { try await nodes[0].commit(sample.events("e\(object)", of: object)) }
            func claim() async throws -> ClaimedDeliveries {
                try await nodes[0].claim(
                    DeliveryClaim(
                        now: start,
                        lockedUntil: start.adding(seconds: 60),
                        limit: 1,
                        places: [endpoint.id: 1],
                        inFlight: []
                    )
                )
            }
            func end(_ claimed: ClaimedDeliveries, _ step: DeliveryStep) async throws -> Bool? {
                let outcome = try #require(claimed.readable.first).outcome(step, at: start)
                return try await nodes[0].finish(outcome)?.isMoreDue
            }
            let first = try await claim()
            #expect(first.isMoreDue == true)
            let second = try await claim()
            #expect(second.isMoreDue == false)
            #expect(try await end(first, .delivered) == false)
            try await nodes[1].commit(sample.events("e3", of: 3))
            #expect(try await end(second, .again(at: start.adding(seconds: 5))) == true)
        }
    }

    /// An endpoint that is being claimed for takes new deliveries all the while: a payment waits for no worker.
    @Test func aClaimHoldsUpNoPayment() async throws {
        try await withNodes { nodes, pool in
            let endpoint = sample.endpoint()
            try await nodes[0].insert(endpoint, atMost: 9)
            let claiming = PostgresStatement(StoredWebhooks.holding(endpoint.id))
            try await pool.transaction { transaction in
                _ = try await transaction.run([claiming])
                try await nodes[1].commit(sample.events("one"))
                #expect(try await nodes[1].dueEndpoints(at: start).map(\.id) == [endpoint.id])
            }
        }
    }

    /// Each is counted, however many are made at once.
    @Test func nodesTogetherMakeNoMoreEndpointsThanThereMayBe() async throws {
        try await withNodes { nodes, _ async throws in
            let refusals = await withTaskGroup(of: String?.self) { group in
                for number in UInt64(1)...12 {
                    group.addTask {
                        await refusal { () async throws(EndpointRefusal) in
                            try await nodes[Int(number % 2)].insert(sample.endpoint(number), atMost: 5)
                        }
                    }
                }
                return await group.reduce(into: [String?]()) { $0.append($1) }
            }
            #expect(refusals.count { $0 == nil } == 5)
            #expect(refusals.count { $0 == "too many" } == 7)
            #expect(try await nodes[0].endpoints(PageRequest(), of: sample.organisation.id).items.count == 5)
        }
    }

    @Test func nodesTogetherForgetEachRowOnce() async throws {
        try await withNodes { nodes, _ in
            let endpoint = sample.endpoint()
            try await nodes[0].insert(endpoint, atMost: 9)
            for object in UInt64(1)...30 { try await nodes[0].commit(sample.events("e\(object)", of: object)) }
            for claimed in try await nodes[0].claimAll(at: start, of: [endpoint], places: 100) {
                try await nodes[0].end(claimed, .delivered, at: start)
            }
            let before = start.adding(seconds: 9)
            let counts = try await withThrowingTaskGroup(of: Int.self) { group in
                for worker in 0..<4 {
                    group.addTask {
                        var gone = 0
                        while true {
                            let more = try await nodes[worker % 2].pruneDeliveries(before: before, limit: 4)
                            gone += more
                            if more == 0 { return gone }
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let last = try await nodes[0].pruneDeliveries(before: before, limit: 100)
            #expect(counts.reduce(last, +) == 60)
            #expect(try await nodes[0].events(after: 0, limit: 99).isEmpty)
        }
    }
}
