import ChaveBase
import ChavePixModel
import PaymentsModel
import PostgresClient
import PostgresNodes
import PostgresTestSupport
import ServerTestSupport
import Testing

@testable import PaymentsStores

/// What PostgreSQL adds to the contract of payments: two nodes at once, and answers that are lost on the way.
@Suite(.timeLimit(.minutes(10))) struct PostgresCommitTests {
    private let sample = StorageSample(1)

    /// Runs `body` with two nodes' stores over one empty database.
    private func withNodes(
        _ body: (SQLPaymentsStore, SQLPaymentsStore) async throws -> Void
    ) async throws {
        try await DatabaseUnderTest.withPostgres { first, second in
            let one = try await SQLPaymentsStore(over: first)
            try await body(one, try await SQLPaymentsStore(over: second, mayMigrate: false))
        }
    }

    @Test func ofAHundredAuthorisationsOverTwoNodesOneIsStored() async throws {
        try await withNodes { one, two async throws in
            try await one.commit(sample.foundation)
            try await one.store(
                .paymentIntent(sample.intent(), expected: 0, schedule: .never),
                .insertCredential(sample.credential())
            )
            var (intent, change) = (sample.intent(), Change())
            intent.version = 2
            change.writes = [
                .paymentIntent(intent, expected: 1, schedule: .never),
                .advanceCounter(
                    credentialID: sample.credential().credentialID,
                    of: sample.organisation.id,
                    from: 0,
                    to: 1
                ),
            ]
            change.audit = [sample.entry(.paymentIntent(intent.id), version: 2)]
            change.events = [sample.event("approved", of: .paymentIntent(intent.id), version: 2)]
            let authorisation = change
            let outcomes = await hundredTimes { await ($0 % 2 == 0 ? one : two).outcome(of: authorisation) }
            #expect(outcomes.count { $0 == .stored } == 1)
            #expect(outcomes.count { $0 == .conflict } == 99)
            #expect(try await two.events(after: 0, limit: 9).count == 1)
            #expect(try await two.credential(of: sample.id(1))?.signCount == 1)
        }
    }

    /// Each takes what the other needs, in the other order: a deadlock is tried again and seen by nobody.
    @Test func twoThatLockInOppositeOrderAreBothAnswered() async throws {
        try await withNodes { one, two async throws in
            var foundation = sample.foundation
            foundation.writes += [.enrollment(sample.enrollment(2), expected: 0, schedule: .never)]
            try await one.commit(foundation)
            for version: Int64 in 1...20 {
                var (first, second) = (sample.enrollment(1), sample.enrollment(2))
                (first.version, second.version) = (version + 1, version + 1)
                let writes: [Change.Write] = [
                    .enrollment(first, expected: version, schedule: .never),
                    .enrollment(second, expected: version, schedule: .never),
                ]
                async let here = one.outcome(of: Change(writes))
                async let there = two.outcome(of: Change(writes.reversed()))
                #expect(Set([await here, await there]) == [.stored, .conflict])
            }
        }
    }

    @Test func ofTwoKeysThatEndEachOtherOneIsLeft() async throws {
        try await withNodes { one, two async throws in
            for round in UInt64(1)...30 {
                let sample = StorageSample(round)
                let organisation = sample.organisation.id
                var (first, second) = (sample.apiKey(1), sample.apiKey(2))
                try await one.store(
                    .organisation(sample.organisation),
                    .insertAPIKey(first),
                    .insertAPIKey(second)
                )
                (first.revokedAt, second.revokedAt) = (StorageSample.start, StorageSample.start)
                let endSecond = Change([.requireLiveKey(first.id, of: organisation), .revokeAPIKey(second)])
                let endFirst = Change([.requireLiveKey(second.id, of: organisation), .revokeAPIKey(first)])
                async let here = one.outcome(of: endSecond)
                async let there = two.outcome(of: endFirst)
                #expect(Set([await here, await there]) == [.stored, .conflict])
            }
        }
    }

    @Test func racingKeysNeverExceedTheirNumber() async throws {
        try await withNodes { one, two async throws in
            try await one.store(.organisation(sample.organisation))
            // Seven are there before, so that a hundred more do not all find room.
            for index in UInt64(1)...7 { try await one.store(.insertAPIKey(sample.apiKey(1_000 + index))) }
            let outcomes = await hundredTimes { number in
                await (number % 2 == 0 ? one : two).outcome(of: .insertAPIKey(sample.apiKey(UInt64(number + 1))))
            }
            #expect(outcomes.count { $0 == .stored } == APIKey.largestCount - 7)
            #expect(try await one.apiKeys(of: sample.organisation.id).count == APIKey.largestCount)
        }
    }

    @Test func racingAppsNeverExceedTheirNumber() async throws {
        try await withNodes { one, two async throws in
            try await one.store(.organisation(sample.organisation))
            let most = RegisteredApp.largestCount
            let outcomes = await hundredTimes { number in
                let app = sample.app(UInt64(number), appID: "app.\(number)", callbackURLs: [])
                return await (number % 2 == 0 ? one : two).outcome(of: .insertApp(app))
            }
            #expect(outcomes.count { $0 == .stored } == min(100, most))
            #expect(try await one.registeredApps().count == min(100, most))
        }
    }

    /// Whoever makes a payment for a person and whoever erases them: one of the two is refused.
    @Test func aPaymentAndAnErasureOfItsPayerAreNeverBothStored() async throws {
        try await withNodes { one, two async throws in
            for round in UInt64(1)...30 {
                let sample = StorageSample(round)
                try await one.commit(sample.foundation)
                let organisation = sample.organisation.id
                var customer = sample.customer()
                customer.requestErasure(at: StorageSample.start, nobody: sample.digest("nobody"))
                let erasing = Change([
                    .updateCustomer(customer, expected: 1, schedule: .never),
                    .requireNothingOpen(of: customer.id, organisation),
                ])
                let paying = Change([
                    .requireKnownCustomer(customer.id, of: organisation),
                    .paymentIntent(sample.intent(), expected: 0, schedule: .never),
                ])
                async let erased = one.outcome(of: erasing)
                async let paid = two.outcome(of: paying)
                #expect(Set([await erased, await paid]) == [.stored, .conflict])
            }
        }
    }

    /// What is stored in the database and answered to nobody; each kind leaves another trace.
    enum Lost: CaseIterable, Sendable {
        case claim, take, release, finish, audited, event, apiKey, revocation, tokenFamily, customer, account, bare
    }

    private func changes(_ lost: Lost) -> (before: Change?, lost: Change) {
        var (before, change) = (Change(), Change())
        let record = sample.idempotency()
        let hold = record.heldUntil.map { IdempotencyHold(scope: record.scope, heldUntil: $0) }
        if [.take, .release, .finish].contains(lost) { before.idempotency = .claim(record) }
        switch lost {
        case .claim:
            change.idempotency = .claim(record)
            change.writes = [.enrollment(sample.enrollment(2), expected: 0, schedule: .never)]
        case .take:
            let until = StorageSample.start.adding(seconds: 99)
            change.idempotency = .take(scope: record.scope, from: record.heldUntil, heldUntil: until)
        case .release: change.idempotency = hold.map { .release($0) }
        case .finish:
            let outcome = IdempotencyRecord.Outcome(status: 201, body: Sealed(box: [1]), customer: nil)
            change.idempotency = hold.map { .finish($0, outcome: outcome) }
        case .audited:
            change.writes = [.paymentIntent(sample.intent(), expected: 0, schedule: .never)]
            change.audit = [sample.entry(.paymentIntent(sample.id(1)))]
        case .event: change.events = [sample.event("e", of: .enrollment(sample.id(1)))]
        case .apiKey: change.writes = [.insertAPIKey(sample.apiKey())]
        case .revocation:
            before.writes = [.insertAPIKey(sample.apiKey())]
            var revoked = sample.apiKey()
            revoked.revokedAt = StorageSample.start
            change.writes = [.revokeAPIKey(revoked)]
        case .tokenFamily: change.writes = [.insertTokenFamily(sample.tokenFamily())]
        case .customer: change.writes = [.insertCustomer(sample.customer(2))]
        case .account: change.writes = [.insertBankAccount(sample.bankAccount(2))]
        case .bare:
            var enrollment = sample.enrollment()
            enrollment.version = 2
            change.writes = [.enrollment(enrollment, expected: 1, schedule: .never)]
        }
        return (before, change)
    }

    /// The commit is made, and its answer is lost on the way: the store finds out, and the caller is told.
    @Test(arguments: Lost.allCases) func aCommitWhoseAnswerWasLostIsFoundOut(_ lost: Lost) async throws {
        try await withLossyNode { direct, behind, relay async throws in
            try await direct.commit(sample.foundation)
            let (before, change) = changes(lost)
            if let before { try await direct.commit(before) }
            #expect(try await behind.organisation(sample.organisation.id) != nil)
            relay.loseAnswers()
            async let outcome = behind.outcome(of: change)
            while true {
                if case .stored = await direct.sight(of: change) { break }
                try await Task.sleep(for: .milliseconds(5))
            }
            relay.breakOff()
            #expect(await outcome == .stored)
        }
    }

    /// The refusal is lost on the way; what stands against the change is found all the same.
    @Test func aRefusalWhoseAnswerWasLostIsFoundOut() async throws {
        try await withLossyNode { direct, behind, relay async throws in
            var first = sample.foundation
            first.idempotency = .claim(sample.idempotency())
            first.audit = [sample.entry(.enrollment(sample.id(1)))]
            try await direct.commit(first)
            #expect(try await behind.organisation(sample.organisation.id) != nil)
            for expected in [CommitOutcome.taken(.idempotencyKey), .conflict] {
                var change = Change()
                if expected == .conflict {
                    change.audit = [sample.entry(.enrollment(sample.id(1)), version: 1, after: sample.digest("other"))]
                } else {
                    var other = sample.idempotency()
                    other.object = .paymentIntent(sample.id(9))
                    change.idempotency = .claim(other)
                }
                let refused = change
                relay.loseAnswers()
                async let outcome = behind.outcome(of: refused)
                try await Task.sleep(for: .milliseconds(300))
                relay.breakOff()
                #expect(await outcome == expected)
            }
        }
    }

    /// Nobody can tell: the change is not there, and may be on its way.
    @Test func aCommitThatIsNotFoundIsUnknown() async throws {
        try await withLossyNode { direct, _, _ async throws in
            try await direct.commit(sample.foundation)
            var change = Change()
            change.audit = [sample.entry(.enrollment(sample.id(1)))]
            let fault = StorageFault(underlying: PostgresError(.connectionLost), isOutcomeUnknown: true)
            do throws(CommitFailure) {
                try await direct.settle(change, after: fault)
                Issue.record("it was never stored")
            } catch {
                #expect(CommitOutcome(error) == .fault)
                if case .fault(let fault) = error { #expect(fault.isOutcomeUnknown) }
            }
        }
    }

    /// Runs `body` with a store of its own, and one whose answers can be lost.
    private func withLossyNode(
        _ body: (SQLPaymentsStore, SQLPaymentsStore, LossyRelay) async throws -> Void
    ) async throws {
        try await SharedServer.withDatabase("a test of lost answers over PostgreSQL") { string async throws in
            let port = try SharedServer.running().port
            let relay = try LossyRelay(to: port)
            let lossy = string.split(separator: ":\(port)/").joined(separator: ":\(relay.port)/")
            let pools = [PostgresPool(try PostgresSettings(string)), PostgresPool(try PostgresSettings(lossy))]
            let direct = try await SQLPaymentsStore(over: pools[0])
            do {
                try await body(direct, try await SQLPaymentsStore(over: pools[1], mayMigrate: false), relay)
            } catch {
                Issue.record(error)
            }
            for pool in pools { await pool.close() }
            relay.close()
        }
    }
}
