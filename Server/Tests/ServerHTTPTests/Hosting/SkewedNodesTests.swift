import ChaveBase
import ChavePixModel
import ChaveWire
import Console
import Foundation
import PaymentsCore
import PaymentsModel
import PostgresClient
import PostgresNodes
import PostgresTestSupport
import SandboxBank
import ServerTestSupport
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// Nodes of one service whose machines' clocks are ten minutes slow and ten minutes fast: all go by the database's.
@Suite(.timeLimit(.minutes(10))) struct SkewedNodesTests {
    private static let skews: [Int64] = [-600, 600]

    /// A slow and a fast node over one empty database, with a directory that they share.
    private func withNodes(
        isSandbox: Bool,
        _ body: (_ nodes: [ChaveServer], _ more: () async throws -> ChaveServer) async throws -> Void
    ) async throws {
        try await SharedServer.withDatabase("nodes with skewed clocks") { string async throws in
            var settings = try PostgresSettings(string)
            (settings.deadline, settings.longestWait) = (.seconds(30), .seconds(30))
            let directory = NSTemporaryDirectory() + "chave-skewed-" + UUID().uuidString
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let start = { [settings] (skew: Int64) async throws in
                try await WholeServer.start(
                    in: directory,
                    isSandbox: isSandbox,
                    publicBaseURL: isSandbox ? TestServer.baseURL : TestServer.publicBaseURL,
                    world: World.live.at { Timestamp.current().adding(seconds: skew) }
                ) { $0.database = settings }
            }
            var nodes: [ChaveServer] = []
            for skew in Self.skews { nodes.append(try await start(skew)) }
            do {
                try await body(nodes) { try await start(0) }
            } catch {
                for node in nodes { await node.close() }
                throw error
            }
            for node in nodes { await node.close() }
        }
    }

    private func send(_ call: Call, to node: ChaveServer, as caller: Credentials) async -> Reply {
        let request = ServerRequest(
            method: call.method,
            path: call.target,
            query: "",
            headers: caller.headers + call.headers,
            body: .bytes(call.body)
        )
        return Reply(answer: await node.api.respond(to: request).answer)
    }

    private func merchant(of node: ChaveServer) async throws -> Credentials {
        let administration = Administration(store: node.store, world: node.world)
        let organisation = try await administration.createOrganisation(name: "Loja")
        let key = try await administration.createKey(for: organisation.id, label: "test")
        return .basic(key.key.id.text, key.password)
    }

    /// What one node holds the other leaves alone until its time is over by the database's clock.
    @Test func noLeaseIsTakenFromAnotherNode() async throws {
        try await withNodes(isSandbox: false) { nodes, _ async throws in
            let sample = StorageSample(1)
            let due = nodes[0].world.deadlineNow()
            var change = sample.foundation
            let schedule = Change.Schedule(wakeAt: due, heldUntil: nil)
            change.writes += (1...2).map { .paymentIntent(sample.intent($0), expected: 0, schedule: schedule) }
            try await nodes[0].store.commit(change)
            let held = try await claim(nodes[0], 1)
            #expect(held.count == 1)
            let others = try await claim(nodes[1], 10)
            #expect(others.count == 1 && others != held)
            for node in nodes { #expect(try await claim(node, 10).isEmpty) }
        }
    }

    private func claim(_ node: ChaveServer, _ limit: Int) async throws -> [ObjectReference] {
        let now = node.world.deadlineNow()
        return try await node.store.claimDue(at: now, heldUntil: now.adding(seconds: 120), limit: limit)
    }

    /// In turn at both nodes: what is made behind the other carries no earlier time.
    @Test func newObjectsHaveTheirTimesInOrder() async throws {
        try await withNodes(isSandbox: false) { nodes, _ async throws in
            var last: Int64 = 0
            for number in 0..<20 {
                let node = nodes[number % 2]
                let administration = Administration(store: node.store, world: node.world)
                let made = try await administration.createOrganisation(name: "Loja \(number)")
                let milliseconds = Self.milliseconds(of: made.id.text)
                // Each knows the database's to a part of a round trip; their own are twenty minutes apart.
                #expect(milliseconds >= last - 250)
                last = milliseconds
            }
        }
    }

    /// The first 48 bits of an id of version 7.
    private static func milliseconds(of id: String) -> Int64 {
        Int64(id.filter { $0 != "-" }.prefix(12), radix: 16) ?? 0
    }

    /// A token of fifteen minutes that the slow node gave out is good at the fast one.
    @Test func aTokenLivesItsTimeAtEveryNode() async throws {
        try await withNodes(isSandbox: false) { nodes, _ async throws in
            let merchant = try await merchant(of: nodes[1])
            for (giver, taker) in [(0, 1), (1, 0)] {
                let pair = await send(.post("/payments/api/widget-token/"), to: nodes[giver], as: merchant)
                let token = try #require(pair["access"]?.string, "\(pair.text)")
                let device = Credentials.bearer(token, device: Base64URL.encode([UInt8](repeating: 7, count: 32)))
                let read = await send(.get("/payments/br/institutions/"), to: nodes[taker], as: device)
                #expect(read.status == 200, "\(read.text)")
            }
        }
    }

    /// An enrollment waits fifteen minutes for its holder, at whichever node it was made; put forward at one node, its end
    /// has come at the other too.
    @Test func nothingExpiresEarlyAndAJumpIsEverybodys() async throws {
        try await withNodes(isSandbox: true) { nodes, more async throws in
            let sandbox = try #require(nodes[0].merchant)
            let merchant = Credentials.basic(sandbox.secretID, sandbox.secretPassword)
            let path = "/payments/br/enrollments/"
            let made = await send(.post(path, Bodies.enrollment()), to: nodes[0], as: merchant)
            #expect(made.status == 201, "\(made.text)")
            for node in nodes + nodes { try await settle(node) }
            for node in nodes {
                let read = await send(.get("\(path)\(made.id)/"), to: node, as: merchant)
                #expect(read["status"] == "PENDING", "\(read.text)")
            }
            let clocks = try nodes.map { try #require($0.clock) }
            async let one: Void = clocks[0].jump(seconds: 600)
            async let other: Void = clocks[1].jump(seconds: 300)
            _ = try await (one, other)
            for node in nodes { try await node.clockWatch?.look() }
            #expect(clocks.map(\.aheadSeconds) == [900, 900])
            try await settle(nodes[1])
            let ended = await send(.get("\(path)\(made.id)/"), to: nodes[1], as: merchant)
            #expect(ended["status"] == "FAILED" && ended["status_reason_code"] == "expired", "\(ended.text)")
            let third = try await more()
            #expect(third.clock?.aheadSeconds == 900)
            #expect(try SandboxClock.storedAheadSeconds(in: third.configuration.dataDirectory) == 0)
            await #expect(throws: ConsoleFailure.self) {
                try await clocks[0].jump(seconds: SandboxClock.longestAheadSeconds)
            }
            await third.close()
        }
    }

    /// What the sweeper does each quarter of a second.
    private func settle(_ node: ChaveServer) async throws {
        for _ in 0..<10 {
            try await node.payments.sweep()
            try await node.bank?.tick()
            while node.payments.runningCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
        }
    }
}
