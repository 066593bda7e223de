import ChavePixModel
import PaymentsCore
import PostgresClient
import ServerTestSupport
import Testing

@testable import StoragePostgres

/// How PostgreSQL answers statements over tables that are not small, as its own statistics tell it.
struct PostgresPlans {
    let pool: PostgresPool
    static let sample = StorageSample(1)
    /// Rows of each large table.
    static let size = 12_000

    /// Tables that grow with the history; of the others there are few rows.
    private static let large = ["webhook_delivery", "webhook_attempt", "event", "audit_entry", "payment_intent"]

    /// What the planner knows of the tables; with `removed` it goes by their size alone, as after a restore or a copy that
    /// became the first, before anything is analysed there.
    enum Statistics: CaseIterable, Sendable {
        case own, removed
    }

    /// Runs `body` over deliveries, events and payments of two organisations, most of which are at their end.
    static func with(
        _ statistics: Statistics = .own,
        _ body: (PostgresPlans) async throws -> Void
    ) async throws {
        try await DatabaseUnderTest.withPostgres { pool, _ in
            let store = try await PostgresPaymentsStore(over: pool)
            for sample in [sample, StorageSample(2)] {
                try await store.commit(sample.foundation)
                for number in UInt64(1)...4 { try await store.insert(sample.endpoint(number), atMost: 9) }
            }
            let statements = filling.map { PostgresStatement($0) }
            _ = try await pool.run(PostgresBatch(.writes, statements))
            if statistics == .removed {
                _ = try await pool.run(PostgresBatch(.writes, forgetting.map { PostgresStatement($0) }))
            }
            try await body(PostgresPlans(pool: pool))
        }
    }

    /// The lines of the plan.
    func lines(_ sql: String, _ values: [PostgresValue]) async throws -> [String] {
        let statement = PostgresStatement("EXPLAIN " + sql, values)
        return try await pool.run(PostgresBatch(.reads, [statement])).flatMap(\.rows).map { row in
            if case .text(let text)? = row.first { text } else { "" }
        }
    }

    /// Expects that no large table is read through; returns the plan.
    @discardableResult
    func expectIndexed(_ sql: String, _ values: [PostgresValue]) async throws -> [String] {
        let lines = try await lines(sql, values)
        #expect(!lines.isEmpty)
        for line in lines {
            for table in Self.large {
                #expect(!line.contains("Seq Scan on \(table)"), "\(lines.joined(separator: "\n")): \(sql)")
            }
        }
        return lines
    }

    /// Of every table and index of the schema.
    private static let forgetting = [
        """
        DELETE FROM pg_statistic WHERE starelid IN (
            SELECT oid FROM pg_class WHERE relnamespace = to_regnamespace('payments'))
        """,
        """
        UPDATE pg_class SET relpages = 0, reltuples = -1, relallvisible = 0
        WHERE relnamespace = to_regnamespace('payments') AND relkind IN ('r', 'i')
        """,
    ]

    /// Ids are in the order of their numbers, as those of a time are.
    private static let filling =
        [
            """
            INSERT INTO "payments"."event" (
                "organisation", "id", "object_kind", "object_id", "version", "at", "body", "type", "subject")
            SELECT "o"."id", 'e' || "n", 'payment_intent', 'p' || "n" / 4, "n" % 4, "n" * 1000, '{}',
                (ARRAY['payment_intent.created', 'payment_intent.processing', 'payment_intent.succeeded',
                    'charge.created'])["n" % 4 + 1], 'p' || "n" / 4
            FROM generate_series(1, \(size / 2)) AS "s" ("n") CROSS JOIN "payments"."organisation" AS "o"
            """,
            """
            INSERT INTO "payments"."webhook_delivery" (
                "organisation", "id", "endpoint", "event", "type", "object_id", "position", "created_at", "status",
                "attempts", "failures", "next_at", "fence", "ended_at")
            SELECT "v"."organisation", lpad("v"."position"::text, 8, '0') || '-' || "e"."id", "e"."id",
                "v"."id", "v"."type", "v"."subject", "v"."position", "v"."at",
                CASE WHEN "v"."version" <> 3 THEN 'delivered' WHEN "v"."at" % 64000 = 3000 THEN 'parked'
                    ELSE 'pending' END,
                1, 0, CASE WHEN "v"."version" = 3 AND "v"."at" % 64000 <> 3000 THEN "v"."at" END, 1,
                CASE WHEN "v"."version" <> 3 OR "v"."at" % 64000 = 3000 THEN "v"."at" END
            FROM "payments"."event" AS "v" JOIN "payments"."webhook_endpoint" AS "e"
                ON "e"."organisation" = "v"."organisation"
            """,
            """
            INSERT INTO "payments"."webhook_attempt" (
                "organisation", "delivery", "number", "at", "milliseconds", "status")
            SELECT "organisation", "id", 1, "created_at", 5, 204 FROM "payments"."webhook_delivery"
            """,
            """
            INSERT INTO "payments"."audit_entry" (
                "organisation", "object_kind", "object_id", "version", "at", "actor", "action", "content_digest",
                "previous", "hash")
            SELECT "organisation", "object_kind", "object_id", "version", "at", 'a', 'a', ''::bytea, ''::bytea,
                ''::bytea
            FROM "payments"."event"
            """,
            """
            INSERT INTO "payments"."payment_intent" (
                "organisation", "id", "version", "status", "customer", "enrollment", "beneficiary", "institution",
                "end_to_end_id", "created_at", "consent_id", "bank_payment_id", "external_id", "charge", "body")
            SELECT "e"."organisation", 'p' || "n" || "e"."organisation", 1,
                CASE WHEN "n" % 100 = 0 THEN 'PENDING' WHEN "n" % 9 = 0 THEN 'FAILED' ELSE 'SUCCEEDED' END,
                "e"."customer", "e"."id", "b"."id", 'bank' || "n" % 3, 'E' || "n" || "e"."organisation", "n" * 4000,
                'consent' || "n", 'payment' || "n", 'order' || "n", 'c' || "n" || "e"."organisation", '{}'
            FROM generate_series(1, \(size / 2)) AS "s" ("n") CROSS JOIN "payments"."enrollment" AS "e"
            JOIN "payments"."bank_account" AS "b" ON "b"."organisation" = "e"."organisation"
            """,
        ] + large.map { #"ANALYZE "payments"."\#($0)""# }
}
