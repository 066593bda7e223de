import ChavePixModel
import GRDB
import PaymentsModel
import SQLPort
import ServerTestSupport
import Testing
import Webhooks

@testable import PaymentsStores

/// How SQLite answers what webhooks ask: deliveries run in the batches of payments, so none may read a whole table.
@Suite struct WebhookPlanTests {
    private func plans(of statements: [SQLText]) async throws -> [(statement: String, details: [String])] {
        var found: [(statement: String, details: [String])] = []
        try await withTemporaryDirectory { directory async throws in
            let store = try SQLPaymentsStore(directory: directory, options: .fast)
            await store.close()
            var configuration = Configuration()
            configuration.prepareDatabase { database in
                database.add(function: DatabaseFunction("delivery_id", argumentCount: 3) { _ in nil })
            }
            let queue = try DatabaseQueue(path: directory + "/payments.sqlite", configuration: configuration)
            found = try await queue.read { database in
                try statements.compactMap(\.sqlite).map { sql in
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
            of: ClaimStatement.ofServer + AttemptStatement.ofServer + DeliveryStatement.ofServer + Pruning.ofServer
                + EndpointStatement.ofServer + [TrailStatement.addDeliveries]
        )
        let large = ["webhook_delivery", "d", "o", "webhook_attempt", "event", "v"].map { "SCAN \($0)" }
        for (statement, details) in found {
            for detail in details {
                #expect(!large.contains { detail == $0 || detail.hasPrefix($0 + " ") }, "\(detail): \(statement)")
            }
        }
        #expect(found.count > 15)
    }

    /// A merchant asks for it, so it must not grow with the square of what the endpoint has had.
    @Test func whatIsMissingIsLookedUpEventByEvent() async throws {
        let details = try #require(try await plans(of: [DeliveryStatement.missing]).first).details
        #expect(details.contains { $0.contains("webhook_delivery_event (organisation=? AND event=?)") }, "\(details)")
        #expect(details.contains { $0.contains("event_id (organisation=? AND id>? AND id<?)") }, "\(details)")
        #expect(!details.contains { $0.contains("TEMP B-TREE") }, "\(details)")
    }

    @Test func whatIsDueIsReadInItsOrder() async throws {
        let details = try #require(try await plans(of: [ClaimStatement.due]).first).details
        #expect(details.count { $0.contains("webhook_delivery_due") } == 1, "\(details)")
        // Of each object the few that wait, and not all that is due.
        #expect(details.count { $0.contains("webhook_delivery_order (endpoint=? AND object_id=?") } == 3, "\(details)")
        #expect(!details.contains { $0.contains("TEMP B-TREE") }, "\(details)")
    }
}

extension Statement {
    fileprivate var countOfArguments: Int {
        // Every statement numbers its parameters from 1 without a gap.
        (1...20).last { sql.contains("?\($0)") } ?? 0
    }
}
