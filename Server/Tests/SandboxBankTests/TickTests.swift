import ChaveBase
import ChavePixModel
import HolderBrowser
import InstitutionPort
import SQLPort
import Synchronization
import Testing

@testable import SandboxBank

/// A tick finds whatever is due, and is no work where nothing is.
@Suite(.everyEngine) struct TickTests {
    /// One bank with something in every table that ends by itself.
    private func usedBank() async throws -> TestBank {
        let test = try await TestBank()
        let initiator = Initiator(test)
        _ = try await initiator.enroll()
        var browser = Browser(test.pages)
        _ = try await browser.enter(TestBank.institution(.approvesAtOnce))
        let soon = test.clock.now.adding(seconds: 60).microseconds
        try await test.bank.store.write(.upkeep) { try StoredBank.addPageSession(until: soon, in: $0) }
        return test
    }

    @Test(arguments: [StoredBank.Table.keys, .holderSessions, .authorizationRequests, .pageSessions, .notifications])
    func whatHasEndedIsForgottenAlsoWhereNothingElseIsDue(_ table: StoredBank.Table) async throws {
        let test = try await usedBank()
        try await test.bank.tick()
        let before = try await test.bank.count(table)
        #expect(before > 0)
        try await test.bank.store.write(.upkeep) { try StoredBank.end(table, in: $0) }
        try await test.bank.tick()
        #expect(try await test.bank.count(table) == 0)
    }

    @Test func aBankAtRestIsAskedOneQuestion() async throws {
        let test = try await usedBank()
        test.bank.setNotifications(HeardNotifications())
        try await test.bank.tick()
        let turns = CountedTurns(test.bank.store)
        let resting = try await SandboxBank(
            in: turns,
            configuration: test.configuration,
            world: World(
                now: { test.clock.now },
                uptimeMilliseconds: { 0 },
                randomBytes: { test.random.bytes($0) },
                sleep: { _ in }
            )
        )
        resting.setNotifications(HeardNotifications())
        let opened = turns.counts
        try await resting.tick()
        #expect(turns.counts.writes == opened.writes)
        #expect(turns.counts.snapshots == opened.snapshots + 1)
        // What is due by its time alone is found by the next tick, and told.
        let heard = HeardNotifications()
        resting.setNotifications(heard)
        let id = try await Initiator(test).enrollmentAwaitingHolder().id
        test.clock.advance(seconds: 86_400 * 30)
        try await resting.tick()
        #expect(turns.counts.writes > opened.writes)
        #expect(heard.items.map(\.id).contains(id))
    }
}

/// The bank's turns, counted.
private final class CountedTurns: TurnStore {
    private let base: any TurnStore<BankTurn>
    private let counted = Mutex((writes: 0, snapshots: 0))

    init(_ base: any TurnStore<BankTurn>) { self.base = base }

    var counts: (writes: Int, snapshots: Int) { counted.withLock { $0 } }
    var isHealthy: Bool { base.isHealthy }

    func write<Value: Sendable>(
        _ turn: BankTurn,
        _ work: @escaping @Sendable (any SQLDatabase) throws -> Value
    ) async throws -> Value {
        counted.withLock { $0.writes += 1 }
        return try await base.write(turn, work)
    }

    func snapshot<Value: Sendable>(
        _ work: @escaping @Sendable (any SQLDatabase) throws -> Value
    ) async throws -> Value {
        counted.withLock { $0.snapshots += 1 }
        return try await base.snapshot(work)
    }

    func close() async { await base.close() }
}
