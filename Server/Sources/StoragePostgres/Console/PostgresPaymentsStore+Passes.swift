package import ChavePixModel
package import PaymentsCore
import PostgresClient

/// Passes to this server's own pages: links that are good once, and sessions that were left, on whichever node.
extension PostgresPaymentsStore {
    /// A pass whose answer was lost counts as used up: its holder asks for another.
    package func spend(_ pass: Digest, until end: Timestamp, at now: Timestamp) async throws(StorageFault) -> Bool {
        let statements = [
            PostgresStatement(PassStatement.forget, [now.bound]),
            PostgresStatement(PassStatement.spend, [pass.bound, end.bound]),
        ]
        return try await answers(.writes, statements).last?.count == 1
    }

    package func isSpent(_ pass: Digest) async throws(StorageFault) -> Bool {
        try await !rows(PassStatement.find, [pass.bound]).isEmpty
    }
}

/// The statements over passes, in full.
enum PassStatement {
    static let forget = #"DELETE FROM "payments"."spent_pass" WHERE "ends_at" <= $1"#

    static let spend = """
        INSERT INTO "payments"."spent_pass" ("digest", "ends_at") VALUES ($1, $2) ON CONFLICT ("digest") DO NOTHING
        """

    static let find = #"SELECT 1 FROM "payments"."spent_pass" WHERE "digest" = $1"#
}
