public import ChavePixModel
public import PaymentsCore
import PostgresClient

extension PostgresPaymentsStore {
    /// On several nodes at once each takes what no other is at.
    public func pruneDeliveries(before time: Timestamp, limit: Int) async throws(StorageFault) -> Int {
        let bounds: [PostgresValue] = [time.bound, .limit(limit)]
        let statements =
            Pruning.deliveries.map { PostgresStatement($0, bounds) }
            + Pruning.endpoints.map { PostgresStatement($0) } + [PostgresStatement(Pruning.events, bounds)]
        let answers = try await answers(.writes, statements)
        let deliveries = answers.prefix(Pruning.deliveries.count).reduce(0) { $0 + $1.count }
        return deliveries + (try read { Int(try (answers.last?.first ?? .integer(0)).integer) })
    }
}

/// What is forgotten, each in its own statement with all that hangs on it.
enum Pruning {
    static let statements = deliveries + endpoints + [events]

    /// Begins at the few endpoints that are not enabled, not at all that waits for somebody; in the order of ids, which
    /// keeps the planner at the index of the endpoint however many rows it expects.
    ///
    /// What waits for a disabled one is kept for its time after the last thing that was done for it. What is held is
    /// left, unless its lease ended before `$1`: nobody came back for it.
    static let deliveries = [
        forgetting(
            #"\#(some) WHERE "d"."ended_at" IS NOT NULL AND "d"."ended_at" < $1 ORDER BY "d"."ended_at" \#(held)"#
        ),
        forgetting(
            ofEndpoints(
                #""e"."standing" = 'deleted'"#,
                #"("d"."ended_at" IS NULL OR "d"."ended_at" >= $1)"#
            )
        ),
        forgetting(
            ofEndpoints(
                #""e"."standing" = 'disabled' AND "e"."disabled_at" < $1"#,
                """
                "d"."status" = 'pending' AND "d"."created_at" < $1
                        AND ("d"."resent_at" IS NULL OR "d"."resent_at" < $1)
                """
            )
        ),
    ]

    private static let some = #"SELECT "d"."organisation", "d"."id" FROM "payments"."webhook_delivery" AS "d""#
    private static let held = #"LIMIT $2 FOR UPDATE OF "d" SKIP LOCKED"#

    private static func ofEndpoints(_ which: String, _ condition: String) -> String {
        """
        SELECT "d"."organisation", "d"."id" FROM "payments"."webhook_endpoint" AS "e" CROSS JOIN LATERAL (
                \(some) WHERE "d"."organisation" = "e"."organisation" AND "d"."endpoint" = "e"."id"
                    AND ("d"."locked_until" IS NULL OR "d"."locked_until" < $1) AND \(condition)
                ORDER BY "d"."id" \(held)) AS "d"
            WHERE \(which) LIMIT $2
        """
    }

    private static func forgetting(_ rows: String) -> String {
        """
        WITH "gone" AS (
            \(rows)
        ), "attempts" AS (
            DELETE FROM "payments"."webhook_attempt" AS "a" USING "gone" AS "g"
            WHERE "a"."organisation" = "g"."organisation" AND "a"."delivery" = "g"."id"
        )
        DELETE FROM "payments"."webhook_delivery" AS "d" USING "gone" AS "g"
        WHERE "d"."organisation" = "g"."organisation" AND "d"."id" = "g"."id"
        """
    }

    /// Endpoints that were deleted and have no delivery any more.
    static let endpoints = [
        """
        DELETE FROM "payments"."webhook_choice" AS "c" WHERE EXISTS (
            SELECT 1 FROM "payments"."webhook_endpoint" AS "e" WHERE "e"."organisation" = "c"."organisation"
                AND "e"."id" = "c"."endpoint" AND "e"."standing" = 'deleted')
        """,
        """
        DELETE FROM "payments"."webhook_endpoint" AS "e" WHERE "e"."standing" = 'deleted' AND NOT EXISTS (
            SELECT 1 FROM "payments"."webhook_delivery" AS "d"
            WHERE "d"."organisation" = "e"."organisation" AND "d"."endpoint" = "e"."id"
            ORDER BY "d"."id" LIMIT 1 OFFSET 0)
        """,
    ]

    /// Answers how many went, and notes how far that goes where any did.
    static let events = """
        WITH "gone" AS (
            DELETE FROM "payments"."event" WHERE "position" = ANY (ARRAY(
                SELECT "v"."position" FROM "payments"."event" AS "v" WHERE "v"."at" < $1 AND NOT EXISTS (
                    SELECT 1 FROM "payments"."webhook_delivery" AS "d"
                    WHERE "d"."organisation" = "v"."organisation" AND "d"."event" = "v"."id" OFFSET 0)
                ORDER BY "v"."at" LIMIT $2 FOR UPDATE SKIP LOCKED))
            RETURNING 1
        ), "marked" AS (
            UPDATE "payments"."event_retention" SET "pruned_before" = $1
            WHERE "id" = 1 AND "pruned_before" < $1 AND EXISTS (SELECT 1 FROM "gone")
        )
        SELECT COUNT(*) FROM "gone"
        """
}
