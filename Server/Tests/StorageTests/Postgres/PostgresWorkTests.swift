import ChaveBase
import ChavePixModel
import PaymentsModel
import PostgresClient
import PostgresNodes
import ServerTestSupport
import StoreTestSupport
import Testing

@testable import PaymentsStores

/// Work that several nodes find, hold and give back.
@Suite(.timeLimit(.minutes(10))) struct PostgresWorkTests {
    private let sample = StorageSample(1)
    private let now = StorageSample.start

    private func withNodes(
        _ body: (SQLPaymentsStore, SQLPaymentsStore, PostgresPool) async throws -> Void
    ) async throws {
        try await DatabaseUnderTest.withPostgres { first, second in
            let one = try await SQLPaymentsStore(over: first)
            var change = sample.foundation
            let due = Change.Schedule(wakeAt: now, heldUntil: nil)
            change.writes += (1...60).map { .paymentIntent(sample.intent($0), expected: 0, schedule: due) }
            try await one.commit(change)
            try await body(one, try await SQLPaymentsStore(over: second, mayMigrate: false), first)
        }
    }

    private func claim(_ store: SQLPaymentsStore, _ limit: Int, at second: Int = 0) async throws
        -> [ObjectReference]
    {
        let at = now.adding(seconds: Int64(second))
        return try await store.claimDue(at: at, heldUntil: at.adding(seconds: 30), limit: limit)
    }

    @Test func twoNodesNeverClaimTheSameAndLeaveNothing() async throws {
        try await withNodes { one, two, _ async throws in
            let claims = await hundredTimes { number in
                (try? await claim(number % 2 == 0 ? one : two, 1)) ?? []
            }
            let all = claims.flatMap { $0 }
            #expect(all.count == 60)
            #expect(Set(all).count == 60)
        }
    }

    @Test func aNodeThatEndsFreesWhatIsItsOwn() async throws {
        try await withNodes { one, two, _ async throws in
            let (own, others) = (try await claim(one, 20), try await claim(two, 40))
            #expect(own.count == 20 && others.count == 40)
            let (mine, theirs) = (sample.idempotency("mine"), sample.idempotency("theirs"))
            #expect(await one.outcome(of: .claim(mine)) == .stored)
            #expect(await two.outcome(of: .claim(theirs)) == .stored)
            try await one.releaseAll()
            #expect(Set(try await claim(two, 60)) == Set(own))
            #expect(try await two.idempotencyRecord(scope: mine.scope)?.heldUntil == nil)
            #expect(try await two.idempotencyRecord(scope: theirs.scope)?.heldUntil == theirs.heldUntil)
        }
    }

    /// A new process knows nobody's number: what a dead one held is free when its time is over, and not before.
    @Test func whatADeadNodeHeldIsFreeAtItsTime() async throws {
        try await withNodes { one, two, _ async throws in
            #expect(try await claim(one, 60).count == 60)
            try await two.releaseAll()
            #expect(try await claim(two, 60, at: 29).isEmpty)
            #expect(try await claim(two, 60, at: 30).count == 60)
        }
    }

    /// Behind a pooler a batch brings its limits, and a VACUUM can be in no transaction with them.
    @Test func whatWasOverwrittenIsForgottenAlsoBehindAPooler() async throws {
        try await DatabaseUnderTest.pooled { database async throws in
            try await database.store.commit(sample.foundation)
            #expect(try await database.store.forgetOverwritten())
        }
    }

    /// What somebody else writes at the moment is passed over.
    @Test func aClaimWaitsForNobody() async throws {
        try await withNodes { one, two, pool async throws in
            try await pool.transaction { transaction async throws in
                _ = try await transaction.run([PostgresStatement(StoredPayments.holdingIntents(10))])
                #expect(try await claim(two, 60).count == 50)
            }
            #expect(try await claim(one, 60).count == 10)
        }
    }

    /// Who stood still until its time was over writes nothing over what another node did since.
    @Test func aNodeThatStoodStillIsFencedByTheVersion() async throws {
        try await withNodes { one, two, _ async throws in
            #expect(try await claim(one, 60).count == 60)
            #expect(try await claim(two, 60, at: 31).count == 60)
            var intent = sample.intent(1)
            intent.version = 2
            let write = Change.Write.paymentIntent(intent, expected: 1, schedule: .never)
            #expect(await two.outcome(of: write) == .stored)
            #expect(await one.outcome(of: write) == .conflict)
        }
    }
}
