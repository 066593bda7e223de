import ChaveBase
import ChavePixModel
import PaymentsModel
import PostgresClient
import PostgresNodes
import ServerTestSupport
import StoreTestSupport
import Testing

@testable import PaymentsStores

/// The audit's chains and anchors in PostgreSQL, where commits of several nodes are on their way at once.
@Suite(.timeLimit(.minutes(10))) struct PostgresAuditTests {
    private let sample = StorageSample(7)
    private let start = StorageSample.start

    private func withNodes(
        _ body: (SQLPaymentsStore, SQLPaymentsStore, PostgresPool) async throws -> Void
    ) async throws {
        try await DatabaseUnderTest.withPostgres { first, second in
            let one = try await SQLPaymentsStore(over: first)
            try await body(one, try await SQLPaymentsStore(over: second, mayMigrate: false), first)
        }
    }

    private func add(_ number: UInt64, to store: SQLPaymentsStore) async throws {
        var change = Change()
        change.audit = [sample.entry(.paymentIntent(sample.id(number)))]
        try await store.commit(change)
    }

    private func addMany(_ one: SQLPaymentsStore, _ two: SQLPaymentsStore) async throws {
        for number in UInt64(1)...150 {
            async let here: Void = add(2 * number, to: one)
            async let there: Void = add(2 * number + 1, to: two)
            _ = try await (here, there)
        }
    }

    @Test func anAnchorIsMadeOnlyWhereSomethingGrew() async throws {
        try await withNodes { one, two, _ async throws in
            #expect(try await one.anchorAudit(at: start).isEmpty)
            #expect(try await one.lastAnchorAt(until: start) == nil)
            for number in UInt64(1)...3 { try await add(number, to: one) }
            let first = try await one.anchorAudit(at: start)
            #expect(first.map(\.number) == [1])
            #expect(first.map(\.entries) == [3])
            #expect(first.first?.previous == AuditAnchor.beginning(sample.organisation.id))
            #expect(try await two.anchorAudit(at: start.adding(seconds: 1)).isEmpty)
            for number in UInt64(4)...5 { try await add(number, to: two) }
            let later = start.adding(seconds: 3_600)
            let second = try await two.anchorAudit(at: later)
            #expect(second.map(\.number) == [2])
            #expect(second.map(\.entries) == [5])
            #expect(second.first?.previous == first.first?.hash)
            #expect(try await one.lastAnchorAt(until: later) == later)
            #expect(try await one.lastAnchorAt(until: later.adding(seconds: -1)) == start)
        }
    }

    /// A look that finds nothing new asks no commit to wait, and waits for none itself.
    @Test func whereNothingGrewNoCommitWaits() async throws {
        try await withNodes { one, _, pool async throws in
            try await add(1, to: one)
            #expect(try await one.anchorAudit(at: start).count == 1)
            let commit = PostgresStatement(StoredAudit.lockingEntriesAsACommit)
            try await pool.transaction { transaction in
                _ = try await transaction.run([commit])
                #expect(try await one.anchorAudit(at: start.adding(seconds: 1)).isEmpty)
            }
        }
    }

    /// Of nodes that look at the same moment one makes commits wait; the others leave it to that one.
    @Test func oneNodeAnchorsAtATime() async throws {
        try await withNodes { one, two, pool async throws in
            try await add(1, to: one)
            try await pool.transaction { transaction in
                _ = try await transaction.run([PostgresStatement(AnchorStatement.turn)])
                #expect(try await two.anchorAudit(at: start).isEmpty)
            }
            #expect(try await two.anchorAudit(at: start).count == 1)
        }
    }

    /// Entries come all the while from both nodes: each is covered by one anchor, in the order in which they stand.
    @Test func noEntryIsPassedOver() async throws {
        try await withNodes { one, two, pool async throws in
            async let writing: Void = addMany(one, two)
            var anchors: [AuditAnchor] = []
            for second in 0..<12 {
                anchors += try await (second % 2 == 0 ? one : two).anchorAudit(at: start.adding(seconds: Int64(second)))
            }
            try await writing
            anchors += try await one.anchorAudit(at: start.adding(seconds: 99))
            let rows = try await pool.run(PostgresBatch(.reads, [PostgresStatement(StoredAudit.hashesInOrder)]))
            var hashes = (rows.first?.rows ?? []).compactMap { row in
                if case .bytes(let bytes)? = row.first { Digest(bytes: bytes) } else { nil }
            }[...]
            #expect(hashes.count == 300)
            var (count, previous): (Int64, Digest) = (0, AuditAnchor.beginning(sample.organisation.id))
            for (place, anchor) in anchors.enumerated() {
                var digest = AnchorDigest()
                for hash in hashes.prefix(Int(anchor.entries - count)) { digest.append(hash) }
                hashes = hashes.dropFirst(Int(anchor.entries - count))
                #expect(anchor.contentDigest == digest.digest)
                #expect(anchor.previous == previous)
                #expect(anchor.number == Int64(place) + 1)
                (count, previous) = (anchor.entries, anchor.hash)
            }
            #expect(hashes.isEmpty)
        }
    }

    @Test func ofTwoNodesThatAnchorAtOnceOneDoes() async throws {
        try await withNodes { one, two, _ async throws in
            for round in UInt64(1)...10 {
                try await add(round, to: one)
                async let here = one.anchorAudit(at: start)
                async let there = two.anchorAudit(at: start)
                let made = try await here + there
                #expect(made.map(\.number) == [Int64(round)])
            }
        }
    }

    @Test(arguments: [
        StoredAudit.redatingEntries, StoredAudit.losingAllEntries, StoredAudit.redatingAnchors,
        StoredAudit.losingAllAnchors, StoredWebhooks.redatingEvents,
    ])
    func nobodyChangesWhatIsThere(_ damage: StoredSQL) async throws {
        try await withNodes { one, _, pool async throws in
            var change = Change()
            change.audit = [sample.entry(.enrollment(sample.id(1)))]
            change.events = [sample.event("e", of: .enrollment(sample.id(1)))]
            try await one.commit(change)
            _ = try await one.anchorAudit(at: start)
            let error = await #expect(throws: PostgresError.self) {
                try await pool.run(PostgresBatch(.writes, [PostgresStatement(damage.postgres)]))
            }
            #expect(error?.sqlState == "P0001")
        }
    }
}
