import PaymentsModel
import PaymentsStores
import ServerTestSupport
import StoreTestSupport
import Testing

/// What a check of PostgreSQL sees of another hand; the references between rows and its own files are PostgreSQL's.
struct PostgresCheckTests {
    private let sample = StorageSample(1)
    private static let rules = Set(StoreFinding.Rule.allCases).subtracting([.fileDamaged, .parentMissing])

    @Test(arguments: rules.sorted { $0.rawValue < $1.rawValue })
    func eachTraceOfAnotherHandIsFound(_ rule: StoreFinding.Rule) async throws {
        try await DatabaseUnderTest.with(.postgres) { database in
            try await database.store.commit(sample.audited)
            #expect(try await database.store.anchorAudit(at: StorageSample.start).count == 1)
            #expect(try await database.store.check() == [])
            try await database.damage(StoredPayments.trace(of: rule))
            #expect(try await database.store.check().map(\.rule).contains(rule))
        }
    }

    /// More rows than a check fetches at once.
    @Test func aCheckReadsPastTheRowsThatItFetchesAtOnce() async throws {
        try await DatabaseUnderTest.with(.postgres) { database in
            try await database.store.commit(sample.audited)
            try await database.damage(StoredWebhooks.forgingEvents(2_500))
            let findings = try await database.store.check()
            #expect(findings.count == StoreFinding.largestReport)
            #expect(Set(findings.map(\.rule)) == [.eventWithoutChange])
        }
    }
}
