import ChavePixModel
import GRDB
import PaymentsCore
import ServerTestSupport
import Testing
import Webhooks

@testable import StorageSQLite

/// How SQLite answers what webhooks ask: deliveries run in the batches of payments, so none may read a whole table.
@Suite struct WebhookPlanTests {
    private let sample = StorageSample(1)

    private var resending: [String] {
        let now = StorageSample.start
        let selections: [ResendSelection] = [
            .one(sample.id(1)), .range(from: now, to: now, endpoint: nil, status: .parked),
            .range(from: now, to: now, endpoint: sample.id(1), status: .parked),
        ]
        return selections.map { $0.step(of: sample.organisation.id, at: now, limit: 1).sql }
    }

    private func plans(of statements: [String]) async throws -> [(statement: String, details: [String])] {
        var found: [(statement: String, details: [String])] = []
        try await withTemporaryDirectory { directory async throws in
            let store = try SQLitePaymentsStore(directory: directory, options: .fast)
            await store.close()
            let queue = try DatabaseQueue(path: directory + "/payments.sqlite")
            found = try await queue.read { database in
                try statements.map { sql in
                    let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
                    let arguments = Array(repeating: DatabaseValue.null, count: statement.countOfArguments)
                    let rows = try Row.fetchAll(statement, arguments: StatementArguments(arguments))
                    return (sql, rows.map { $0["detail"] ?? "" })
                }
            }
        }
        return found
    }

    @Test func noStatementReadsAWholeTable() async throws {
        let found = try await plans(
            of: DeliveryWork.statements + DamagedDelivery.statements + MissingDeliveries.statements
                + Pruning.statements + resending
                + [OutboxEvent.interested]
        )
        let large = ["webhook_delivery", "d", "o", "webhook_attempt", "event", "v"].map { "SCAN \($0)" }
        for (statement, details) in found {
            // The index of what is held has a row for each attempt under way, and no other.
            for detail in details where !detail.hasSuffix("INDEX webhook_delivery_locked") {
                #expect(!large.contains { detail == $0 || detail.hasPrefix($0 + " ") }, "\(detail): \(statement)")
            }
        }
        #expect(found.count > 15)
    }

    /// A merchant asks for it, so it must not grow with the square of what the endpoint has had.
    @Test func whatIsMissingIsLookedUpEventByEvent() async throws {
        let details = try #require(try await plans(of: [MissingDeliveries.selection]).first).details
        #expect(details.contains { $0.contains("webhook_delivery_event (organisation=? AND event=?)") }, "\(details)")
        #expect(details.contains { $0.contains("event_age (at>") }, "\(details)")
        #expect(!details.contains { $0.contains("TEMP B-TREE") }, "\(details)")
    }

    @Test func whatIsDueIsReadInItsOrder() async throws {
        let details = try #require(try await plans(of: [DeliveryWork.due]).first).details
        #expect(details.contains { $0.contains("webhook_delivery_due") })
        #expect(!details.contains { $0.contains("TEMP B-TREE") }, "\(details)")
    }
}

extension Statement {
    fileprivate var countOfArguments: Int {
        // Every statement numbers its parameters from 1 without a gap.
        (1...20).last { sql.contains("?\($0)") } ?? 0
    }
}
