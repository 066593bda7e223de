import ChaveBase
import ChavePixModel
import GRDB
import PaymentsModel
import SQLPort
import ServerTestSupport
import Testing
import Webhooks

@testable import PaymentsStores

/// How SQLite answers every list, with no filter, with each, and with each two: by an index that holds the filter, in the
/// order of the list, from any place in it.
///
/// The filters of a query are read off its type, so one that is added and has no line here fails.
@Suite struct ListPlanTests {
    private static let sample = StorageSample(1)

    /// One filter of a query: what it sets, and whether ids are what finds it.
    private struct Filter<Query> {
        var properties: Set<String>
        var isOfTime = false
        var ask: (inout Query) -> Void
    }

    private static let starts: [PageRequest.Start] = [
        .page(1), .page(3), .after(sample.id(5)),
        .before(sample.id(5)),
    ]

    /// Expects all that the list asks the database to be answered by an index; returns how many statements it were.
    private func expectIndexed<Record>(
        _ list: JoinedList<Record>,
        _ asked: String,
        filters areOfTime: [Bool],
        in database: Database
    ) throws -> Int {
        var count = 0
        for start in Self.starts {
            let questions = try #require(list.questions(PageRequest(size: 2, start: start)))
            for sql in questions.all.compactMap(\.text.sqlite) {
                count += 1
                let plan = try plan(of: sql, in: database)
                #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(asked): \(plan): \(sql)")
                for step in plan where step.hasPrefix("SCAN") {
                    // What was found by an index is counted by reading it.
                    #expect(step.hasPrefix("SCAN (subquery") || step == "SCAN counted", "\(asked): \(plan): \(sql)")
                }
                for table in list.lists.map(\.table) {
                    let searches = plan.filter { $0.hasPrefix("SEARCH \(table) ") }
                    #expect(!searches.isEmpty, "\(asked): \(plan): \(sql)")
                    for search in searches {
                        #expect(isServed(search, areOfTime), "\(asked): \(search): \(sql)")
                    }
                }
            }
        }
        return count
    }

    /// Whether the index that is searched holds one of the filters, and not the organisation alone.
    private func isServed(_ search: String, _ areOfTime: [Bool]) -> Bool {
        guard !areOfTime.isEmpty else { return true }
        let terms = search.split(separator: "(").last?.split(separator: ")").first ?? ""
        let columns = terms.split(separator: " AND ").filter { $0 != "organisation=?" }
        if areOfTime.allSatisfy({ $0 }) { return columns.contains { $0.hasPrefix("id") } }
        return columns.contains { $0.hasSuffix("=?") }
    }

    private func plan(of sql: String, in database: Database) throws -> [String] {
        let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
        let count = (1...99).last { sql.contains("?\($0)") } ?? 0
        let arguments = Array(repeating: DatabaseValue.null, count: count)
        return try Row.fetchAll(statement, arguments: StatementArguments(arguments)).map { $0["detail"] ?? "" }
    }

    /// Every filter alone and with every other one.
    private func expectIndexed<Query, Record>(
        _ query: Query,
        _ filters: [Filter<Query>],
        list: @escaping (Query) -> JoinedList<Record>
    ) async throws {
        let properties = Set(Mirror(reflecting: query).children.compactMap(\.label)).subtracting(["page"])
        #expect(properties == filters.reduce(into: []) { $0.formUnion($1.properties) }, "each filter has its line here")
        try await withCurrentSchema { database in
            var count = try self.expectIndexed(list(query), "no filter", filters: [], in: database)
            for (first, one) in filters.enumerated() {
                for other in filters[first...] {
                    var asked = query
                    one.ask(&asked)
                    other.ask(&asked)
                    let both = [one.isOfTime, other.isOfTime]
                    let name = one.properties.union(other.properties).sorted().joined(separator: ", ")
                    count += try self.expectIndexed(list(asked), name, filters: both, in: database)
                }
            }
            #expect(count >= filters.count * 4 * 2)
        }
    }

    private func withCurrentSchema(_ body: (Database) throws -> Void) async throws {
        try await withTemporaryDirectory { directory async throws in
            let store = try SQLPaymentsStore(directory: directory, options: .fast)
            await store.close()
            try DatabaseQueue(path: directory + "/payments.sqlite").inDatabase { try body($0) }
        }
    }

    @Test func everyFilterOfPaymentIntentsHasItsIndex() async throws {
        typealias Line = Filter<PaymentIntentQuery>
        let (sample, now) = (Self.sample, StorageSample.start)
        try await expectIndexed(
            PaymentIntentQuery(),
            [
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
                Line(properties: ["metadataEntries"]) { $0.metadataEntries = [sample.digest("a")] },
                Line(properties: ["metadataEntries"]) {
                    $0.metadataEntries = [sample.digest("a"), sample.digest("b")]
                },
                Line(properties: ["amount"]) { $0.amount = Money(centavos: 1_000) },
                Line(properties: ["amountFrom"]) { $0.amountFrom = Money(centavos: 1_000) },
                Line(properties: ["amountTo"]) { $0.amountTo = Money(centavos: 1_000) },
                Line(properties: ["amountFrom", "amountTo"]) {
                    ($0.amountFrom, $0.amountTo) = (Money(centavos: 1_000), Money(centavos: 1_001))
                },
                Line(properties: ["createdFrom"], isOfTime: true) { $0.createdFrom = now },
                Line(properties: ["createdTo"], isOfTime: true) { $0.createdTo = now },
                Line(properties: ["createdFrom", "createdTo"], isOfTime: true) {
                    $0.createdFrom = now
                    $0.createdTo = now
                },
            ]
        ) { JoinedList($0.list(of: sample.organisation.id)) }
    }

    @Test func everyFilterOfChargesHasItsIndexInBothTables() async throws {
        typealias Line = Filter<ChargeQuery>
        let (sample, now) = (Self.sample, StorageSample.start)
        try await expectIndexed(
            ChargeQuery(),
            [
                Line(properties: ["paymentIntent"]) { $0.paymentIntent = sample.id(1) },
                Line(properties: ["customer"]) { $0.customer = sample.id(1) },
                Line(properties: ["status"]) { $0.status = .failed },
                Line(properties: ["status"]) { $0.status = .succeeded },
                Line(properties: ["amount"]) { $0.amount = Money(centavos: 1_000) },
                Line(properties: ["amountFrom"]) { $0.amountFrom = Money(centavos: 1_000) },
                Line(properties: ["amountTo"]) { $0.amountTo = Money(centavos: 1_000) },
                Line(properties: ["createdFrom"], isOfTime: true) { $0.createdFrom = now },
                Line(properties: ["createdTo"], isOfTime: true) { $0.createdTo = now },
            ]
        ) { $0.list(of: sample.organisation.id) }
    }

    @Test func everyFilterOfEnrollmentsHasItsIndex() async throws {
        typealias Line = Filter<EnrollmentQuery>
        let sample = Self.sample
        try await expectIndexed(
            EnrollmentQuery(),
            [
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
        ) { JoinedList($0.list(of: sample.organisation.id)) }
    }

    @Test func everyFilterOfCustomersHasItsIndex() async throws {
        typealias Line = Filter<CustomerQuery>
        let sample = Self.sample
        try await expectIndexed(
            CustomerQuery(),
            [
                Line(properties: ["identifierIndex"]) { $0.identifierIndex = sample.digest("i") },
                Line(properties: ["externalID"]) { $0.externalID = "a" },
                Line(properties: ["nameIndexes"]) { $0.nameIndexes = [sample.digest("maria")] },
                Line(properties: ["nameIndexes"]) {
                    $0.nameIndexes = [sample.digest("maria"), sample.digest("silva")]
                },
                Line(properties: ["only"]) { $0.only = sample.id(1) },
            ]
        ) { JoinedList($0.list(of: sample.organisation.id)) }
    }

    @Test func everyFilterOfDeliveriesHasItsIndex() async throws {
        typealias Line = Filter<WebhookDeliveryQuery>
        let (sample, now) = (Self.sample, StorageSample.start)
        try await expectIndexed(
            WebhookDeliveryQuery(),
            [
                Line(properties: ["endpoint"]) { $0.endpoint = sample.id(1) },
                Line(properties: ["status"]) { $0.status = .parked },
                Line(properties: ["objectID"]) { $0.objectID = sample.id(1) },
                Line(properties: ["type"]) { $0.type = "t" },
                Line(properties: ["createdFrom"], isOfTime: true) { $0.createdFrom = now },
                Line(properties: ["createdTo"], isOfTime: true) { $0.createdTo = now },
            ]
        ) { JoinedList($0.list(of: sample.organisation.id)) }
    }

    @Test func everyFilterOfEventsHasItsIndex() async throws {
        typealias Line = Filter<EventQuery>
        let (sample, now) = (Self.sample, StorageSample.start)
        try await expectIndexed(
            EventQuery(),
            [
                Line(properties: ["types"]) { $0.types = ["charge.failed"] },
                Line(properties: ["types"]) { $0.types = ["charge.failed", "charge.created"] },
                Line(properties: ["objectID"]) { $0.objectID = sample.id(1) },
                Line(properties: ["createdFrom"], isOfTime: true) { $0.createdFrom = now },
                Line(properties: ["createdTo"], isOfTime: true) { $0.createdTo = now },
            ]
        ) { JoinedList($0.list(of: sample.organisation.id)) }
    }

    @Test func theEnrollmentsOfAPageOfChargesAreReadByTheirKeys() async throws {
        try await withCurrentSchema { database in
            let plan = try self.plan(of: try #require(EnrollmentReading.several.sqlite), in: database)
            #expect(plan.contains { $0.hasPrefix("SEARCH enrollment ") && $0.contains("id=?") }, "\(plan)")
            #expect(!plan.contains { $0.hasPrefix("SCAN enrollment") }, "\(plan)")
        }
    }
}

extension StorageSample {
    fileprivate func id<Kind>(_ index: UInt64, of kind: Kind.Type) -> ResourceID<Kind> { id(index) }
}
