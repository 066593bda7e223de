import ChaveBase
import ChavePixModel
import PaymentsModel
import PostgresClient
import SQLPort
import ServerTestSupport
import Testing

@testable import PaymentsStores

/// How PostgreSQL answers every list, with no filter, with each, and with each two: by an index, from any place in it.
///
/// The filters of a query are read off its type, so one that is added and has no line here fails.
@Suite(.timeLimit(.minutes(10))) struct PostgresListPlanTests {
    private static let sample = StorageSample(1)

    /// One filter of a query: what it sets.
    private struct Filter<Query> {
        var properties: Set<String>
        var ask: (inout Query) -> Void
    }

    private static let starts: [PageRequest.Start] = [
        .page(1), .page(3), .after(AnyID(high: 0, low: 0)), .before(AnyID(high: 0, low: 0)),
    ]

    /// Expects every filter alone, and with every other one unless it is `alone`, to be answered without reading a table
    /// through.
    private func expectIndexed<Query, Record>(
        _ query: Query,
        _ filters: [Filter<Query>],
        in database: PostgresPool,
        alone: Bool = false,
        list: (Query) -> JoinedList<Record>
    ) async throws {
        let properties = Set(Mirror(reflecting: query).children.compactMap(\.label)).subtracting(["page"])
        #expect(properties == filters.reduce(into: []) { $0.formUnion($1.properties) }, "each filter has its line here")
        var asked = [query]
        for (first, one) in filters.enumerated() {
            for other in filters[first...].prefix(alone ? 1 : filters.count) {
                var both = query
                one.ask(&both)
                other.ask(&both)
                asked.append(both)
            }
        }
        var statements: [PostgresStatement] = []
        for query in asked {
            for start in Self.starts {
                let questions = list(query).questions(PageRequest(size: 2, start: start))
                statements += try #require(questions).all.compactMap(\.ofPostgres)
            }
        }
        #expect(statements.count > filters.count * 8)
        try await expectNoTableReadThrough(statements, in: database)
    }

    private func expectNoTableReadThrough(_ statements: [PostgresStatement], in pool: PostgresPool) async throws {
        for statement in Set(statements) {
            let question = PostgresStatement("EXPLAIN " + statement.sql, statement.values)
            let lines = try await pool.run(PostgresBatch(.reads, [question])).flatMap(\.rows).map {
                try #require($0.first?.text)
            }
            #expect(!lines.isEmpty)
            #expect(!lines.contains { $0.contains("Seq Scan") }, "\(lines.joined(separator: "\n"))\n\(statement)")
            // By the organisation, or by an id of its own: not an index that is read from end to end.
            let conditions = lines.filter { $0.contains("Index Cond") }
            #expect(!conditions.isEmpty || lines.contains { $0.contains("One-Time Filter: false") }, "\(lines)")
        }
    }

    /// An empty schema whose statements never prefer to read a small table through.
    private func withPool(_ body: (PostgresPool) async throws -> Void) async throws {
        try await DatabaseUnderTest.withPostgres { first, second in
            _ = try await SQLPaymentsStore(over: first)
            let name = try await first.run(PostgresBatch(.reads, [PostgresStatement("SELECT current_database()")]))
            let database = try #require(name.first?.first?.text)
            _ = try await first.run(
                PostgresBatch(.writes, [PostgresStatement("ALTER DATABASE \(database) SET enable_seqscan = off")])
            )
            // It connects after that.
            try await body(second)
        }
    }

    private static var filtersOfPaymentIntents: [Filter<PaymentIntentQuery>] {
        typealias Line = Filter<PaymentIntentQuery>
        let (sample, now) = (Self.sample, StorageSample.start)
        return [
            Line(properties: ["device"]) { $0.device = sample.digest("d") },
            Line(properties: ["device", "boundCustomer"]) {
                $0.device = sample.digest("d")
                $0.boundCustomer = sample.id(1)
            },
            Line(properties: ["status"]) { $0.status = "SUCCEEDED" },
            Line(properties: ["externalID"]) { $0.externalID = "a" },
            Line(properties: ["customer"]) { $0.customer = sample.id(1) },
            Line(properties: ["enrollment"]) { $0.enrollment = sample.id(1) },
            Line(properties: ["endToEndID"]) { $0.endToEndID = "E" },
            Line(properties: ["createdFrom"]) { $0.createdFrom = now },
            Line(properties: ["createdTo"]) { $0.createdTo = now },
            Line(properties: ["metadataEntries"]) { $0.metadataEntries = [sample.digest("a"), sample.digest("b")] },
            Line(properties: ["amount"]) { $0.amount = Money(centavos: 1_000) },
            Line(properties: ["amountFrom"]) { $0.amountFrom = Money(centavos: 1_000) },
            Line(properties: ["amountTo"]) { $0.amountTo = Money(centavos: 1_000) },
        ]
    }

    @Test func everyFilterOfEventsHasItsIndex() async throws {
        typealias Line = Filter<EventQuery>
        let now = StorageSample.start
        let lines = [
            Line(properties: ["types"]) { $0.types = ["charge.failed"] },
            Line(properties: ["types"]) { $0.types = ["charge.failed", "charge.created"] },
            Line(properties: ["objectID"]) { $0.objectID = AnyID(high: 0, low: 1) },
            Line(properties: ["createdFrom"]) { $0.createdFrom = now },
            Line(properties: ["createdTo"]) { $0.createdTo = now },
        ]
        try await withPool { pool async throws in
            try await expectIndexed(EventQuery(), lines, in: pool) {
                JoinedList($0.list(of: Self.sample.organisation.id))
            }
        }
    }

    @Test func everyFilterOfPaymentIntentsHasItsIndex() async throws {
        try await withPool { pool async throws in
            try await expectIndexed(PaymentIntentQuery(), Self.filtersOfPaymentIntents, in: pool) {
                JoinedList($0.list(of: Self.sample.organisation.id))
            }
        }
    }

    /// Over thousands of payments, and with nothing known of them but how much room they take.
    @Test func listsAreFoundByTheirIndexesWithoutStatistics() async throws {
        try await PostgresPlans.with(.removed) { plans in
            try await expectIndexed(PaymentIntentQuery(), Self.filtersOfPaymentIntents, in: plans.pool, alone: true) {
                JoinedList($0.list(of: Self.sample.organisation.id))
            }
        }
    }

    @Test func everyFilterOfChargesHasItsIndexInBothTables() async throws {
        typealias Line = Filter<ChargeQuery>
        let (sample, now) = (Self.sample, StorageSample.start)
        let lines = [
            Line(properties: ["paymentIntent"]) { $0.paymentIntent = sample.id(1) },
            Line(properties: ["customer"]) { $0.customer = sample.id(1) },
            Line(properties: ["status"]) { $0.status = .failed },
            Line(properties: ["createdFrom"]) { $0.createdFrom = now },
            Line(properties: ["createdTo"]) { $0.createdTo = now },
            Line(properties: ["amount"]) { $0.amount = Money(centavos: 1_000) },
            Line(properties: ["amountFrom"]) { $0.amountFrom = Money(centavos: 1_000) },
            Line(properties: ["amountTo"]) { $0.amountTo = Money(centavos: 1_000) },
        ]
        try await withPool { pool async throws in
            try await expectIndexed(ChargeQuery(), lines, in: pool) { $0.list(of: sample.organisation.id) }
        }
    }

    @Test func everyFilterOfEnrollmentsHasItsIndex() async throws {
        typealias Line = Filter<EnrollmentQuery>
        let sample = Self.sample
        let lines = [
            Line(properties: ["device"]) { $0.device = sample.digest("d") },
            Line(properties: ["device", "boundCustomer"]) {
                $0.device = sample.digest("d")
                $0.boundCustomer = sample.id(1)
            },
            Line(properties: ["deviceID"]) { $0.deviceID = "phone" },
            Line(properties: ["status"]) { $0.status = "AUTHORISED" },
            Line(properties: ["institution"]) { $0.institution = sample.id(1) },
            Line(properties: ["customer"]) { $0.customer = sample.id(1) },
            Line(properties: ["externalID"]) { $0.externalID = "a" },
        ]
        try await withPool { pool async throws in
            try await expectIndexed(EnrollmentQuery(), lines, in: pool) {
                JoinedList($0.list(of: sample.organisation.id))
            }
        }
    }

    @Test func everyFilterOfCustomersHasItsIndex() async throws {
        typealias Line = Filter<CustomerQuery>
        let sample = Self.sample
        let lines = [
            Line(properties: ["identifierIndex"]) { $0.identifierIndex = sample.digest("i") },
            Line(properties: ["externalID"]) { $0.externalID = "a" },
            Line(properties: ["nameIndexes"]) { $0.nameIndexes = [sample.digest("maria"), sample.digest("silva")] },
            Line(properties: ["only"]) { $0.only = sample.id(1) },
        ]
        try await withPool { pool async throws in
            try await expectIndexed(CustomerQuery(), lines, in: pool) {
                JoinedList($0.list(of: sample.organisation.id))
            }
        }
    }

    /// What is asked for each payment, and what the workers ask.
    @Test func whatIsAskedOftenIsFoundByAnIndex() async throws {
        let (id, time) = (AnyID(high: 0, low: 1), Int64(1))
        let statements = [
            SQLStatement(PaymentIntentReading.authorisation, [id, id]),
            SQLStatement(EnrollmentReading.several, [id, IDList.value([id])]),
            SQLStatement(WorkStatement.due, [time, time, time, time, time, time]),
            SQLStatement(WorkStatement.stranded, [time, time, time, time, time]),
            SQLStatement(IdempotencyStatement.prune, [time, time]),
            SQLStatement(AnchorStatement.entries, [time, time]),
        ].compactMap(\.ofPostgres)
        try await withPool { try await expectNoTableReadThrough(statements, in: $0) }
    }
}

extension PostgresValue {
    fileprivate var text: String? {
        if case .text(let text) = self { text } else { nil }
    }
}
