package import ChavePixModel
package import PaymentsCore
import PostgresClient
import StoredForms

extension PostgresPaymentsStore {
    package var connections: (used: Int, idle: Int) {
        let load = pool.load
        return (load.used, load.idle)
    }

    package var waitingWrites: Int { pool.load.waiting }

    package func auditLength() async throws(StorageFault) -> Int64 {
        try await numbers(MeasureStatement.auditLength, []).first ?? 0
    }

    package func openIntents(createdBefore time: Timestamp) async throws(StorageFault) -> [String: Int] {
        let found = try await rows(MeasureStatement.openIntents, [time.bound])
        return try read {
            let counts = try found.map { (try $0[...].at(0).string, Int(try $0[...].at(1).integer)) }
            return Dictionary(counts) { first, _ in first }
        }
    }

    package func hasCurrentSchema() async throws(StorageFault) -> Bool {
        do {
            try await Self.schema.require(over: pool)
            return true
        } catch is PostgresSchemaRefusal {
            return false
        } catch {
            throw StorageFault(underlying: error)
        }
    }

    package func rowCounts() async throws(StorageFault) -> [String: Int64] {
        var counts: [String: Int64] = [:]
        for row in try await rows(MeasureStatement.tables, [.text(Self.schema.name)]) {
            guard case .text(let table)? = row.first else { continue }
            // The names are those of our own schema.
            let counted = try await numbers(#"SELECT COUNT(*) FROM "\#(Self.schema.name)"."\#(table)""#, [])
            counts[table] = counted.first ?? 0
        }
        return counts
    }

    private func numbers(_ sql: String, _ values: [PostgresValue]) async throws(StorageFault) -> [Int64] {
        let found = try await rows(sql, values)
        return try read { try found.map { try $0[...].at(0).integer } }
    }
}

/// What gauges ask, in full.
enum MeasureStatement {
    /// Counted up to a hundred thousand; above that the server's own estimate, which each run of its vacuum corrects:
    /// counting reads every entry there is.
    static let auditLength = """
        SELECT CASE WHEN "c"."reltuples" > 100000 THEN "c"."reltuples"::bigint
            ELSE (SELECT COUNT(*) FROM "payments"."audit_entry") END
        FROM "pg_catalog"."pg_class" AS "c" WHERE "c"."oid" = to_regclass('"payments"."audit_entry"')
        """

    /// By the index of what is open, whose size is that of the work and not of the history.
    static let openIntents = """
        SELECT "status", COUNT(*) FROM "payments"."payment_intent"
        WHERE "status" IN ('PENDING', 'PROCESSING') AND "created_at" < $1 GROUP BY "status"
        """

    static let tables = """
        SELECT "tablename" FROM "pg_catalog"."pg_tables" WHERE "schemaname" = $1 ORDER BY "tablename"
        """
}
