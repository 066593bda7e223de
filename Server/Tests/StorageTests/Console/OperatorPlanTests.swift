import ChaveBase
import ChavePixModel
import GRDB
import SQLPort
import ServerTestSupport
import Testing

@testable import PaymentsStores

/// How SQLite answers what the operator's pages ask: by an index, in its order, however many rows there are.
@Suite struct OperatorPlanTests {
    private func plans(of statements: [SQLText]) async throws -> [(statement: String, details: [String])] {
        var found: [(statement: String, details: [String])] = []
        try await withTemporaryDirectory { directory async throws in
            await (try SQLPaymentsStore(directory: directory, options: .fast)).close()
            found = try await DatabaseQueue(path: directory + "/payments.sqlite").read { database in
                try statements.compactMap(\.sqlite).map { sql in
                    let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
                    // Every statement numbers its parameters from 1 without a gap.
                    let count = (1...9).last { sql.contains("?\($0)") } ?? 0
                    let arguments = StatementArguments(Array(repeating: DatabaseValue.null, count: count))
                    return (sql, try Row.fetchAll(statement, arguments: arguments).map { $0["detail"] ?? "" })
                }
            }
        }
        return found
    }

    /// A list without a filter reads an index from its end; everything else is searched for.
    @Test func nothingIsReadThroughOrSorted() async throws {
        let found = try await plans(of: OperatorReading.ofServer)
        #expect(found.count == 19)
        for (statement, details) in found {
            #expect(details.contains { $0.contains("USING") }, "\(details): \(statement)")
            for detail in details {
                #expect(!detail.contains("TEMP B-TREE"), "\(detail): \(statement)")
                guard detail.hasPrefix("SCAN") else { continue }
                let isInOrder = detail.hasSuffix("INDEX enrollment_id") || detail.hasSuffix("INDEX payment_intent_id")
                let isOwn = ["SCAN step", "SCAN ended", "SCAN few", "SCAN CONSTANT ROW"].contains(detail)
                #expect(isInOrder || isOwn, "\(detail): \(statement)")
            }
        }
    }

    /// Counted without a look at the rows themselves, which are large.
    @Test func figuresReadTheirIndexesAlone() async throws {
        let figures = [OperatorReading.outcomes, OperatorReading.settlements, OperatorPaymentReading.totalsOfSpan]
        for (statement, details) in try await plans(of: figures) {
            let searches = details.filter { $0.hasPrefix("SEARCH") }
            #expect(searches.count >= 2)
            #expect(searches.allSatisfy { $0.contains("COVERING INDEX") }, "\(searches): \(statement)")
        }
    }

    /// A choice reads only the rows of its window, in their order.
    @Test func aChoiceLooksAtItsWindowAlone() async throws {
        var filter = OperatorPaymentFilter()
        (filter.status, filter.reason) = ("FAILED", "insufficient_funds")
        (filter.amountFrom, filter.createdTo) = (Money(centavos: 1), Timestamp(seconds: 1))
        let reading = OperatorPaymentReading(filter)
        let statements = [reading.rows(before: nil, downTo: nil, limit: 9), reading.totals(downTo: nil)].map(\.text)
        for (statement, details) in try await plans(of: statements) {
            let isWindow = details.contains { $0.contains("INDEX payment_intent_id (id>? AND id<?)") }
            #expect(isWindow, "\(details): \(statement)")
            #expect(!details.contains { $0.hasPrefix("SCAN") }, "\(details): \(statement)")
            let isSorted = details.contains { $0.contains("TEMP B-TREE FOR ORDER BY") }
            #expect(!isSorted, "\(details): \(statement)")
        }
    }

    @Test func aSearchLooksIntoIndexesAlone() async throws {
        let details = try #require(try await plans(of: [OperatorSearch.statement]).first).details
        let scans = details.filter { $0.hasPrefix("SCAN") }
        // The first institution of an index is its first entry.
        let firstEntries = ["enrollment_bank", "payment_intent_consent", "payment_intent_bank_payment"].map {
            "SCAN \($0.hasPrefix("enrollment") ? "enrollment" : "payment_intent") USING COVERING INDEX \($0)"
        }
        let allowed = ["SCAN w", "SCAN found", "SCAN named", "SCAN (subquery", "SCAN CONSTANT ROW"] + firstEntries
        for scan in scans { #expect(allowed.contains { scan.hasPrefix($0) }, "\(scan)") }
        #expect(details.count { $0.hasPrefix("SEARCH r ") || $0.hasPrefix("SEARCH d ") } == 10)
        for search in details where search.hasPrefix("SEARCH r ") {
            #expect(search.contains("=?"), "\(search)")
        }
    }
}
