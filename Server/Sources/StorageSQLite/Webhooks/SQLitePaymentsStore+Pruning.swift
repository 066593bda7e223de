public import ChavePixModel
import GRDB
public import PaymentsCore
import Webhooks

extension SQLitePaymentsStore {
    public func pruneDeliveries(before time: Timestamp, limit: Int) async throws(StorageFault) -> Int {
        let bounds = [time.databaseValue, max(0, limit).databaseValue]
        return try await maintain { database in
            var gone = 0
            for row in try database.rows(Pruning.deliveries, bounds) {
                for sql in Pruning.deliveryDeletions {
                    try Step(sql: sql, arguments: [row[0], row[1]]).run(in: database)
                }
                gone += 1
            }
            for sql in Pruning.endpointDeletions { try Step(sql: sql, arguments: []).run(in: database) }
            let events = try database.rows(Pruning.events, bounds)
            for row in events {
                try Step(sql: #"DELETE FROM "event" WHERE "position" = ?1"#, arguments: [row[0]]).run(in: database)
            }
            if !events.isEmpty {
                try Step(sql: Pruning.mark, arguments: [time.databaseValue]).run(in: database)
            }
            return gone + events.count
        }
    }
}

enum Pruning {
    static let statements = [deliveries, events, mark] + deliveryDeletions + endpointDeletions

    /// Begins at the few endpoints that are not enabled, not at all that waits for somebody.
    ///
    /// What waits for a disabled one is kept for its time after the last thing that was done for it.
    static let deliveries = """
        SELECT "organisation", "id" FROM "webhook_delivery" WHERE "ended_at" IS NOT NULL AND "ended_at" < ?1
        UNION ALL
        SELECT "d"."organisation", "d"."id" FROM "webhook_endpoint" AS "e" CROSS JOIN "webhook_delivery" AS "d"
        ON "d"."organisation" = "e"."organisation" AND "d"."endpoint" = "e"."id"
        WHERE "e"."standing" = 'deleted' AND "d"."locked_until" IS NULL
            AND ("d"."ended_at" IS NULL OR "d"."ended_at" >= ?1)
        UNION ALL
        SELECT "d"."organisation", "d"."id" FROM "webhook_endpoint" AS "e" CROSS JOIN "webhook_delivery" AS "d"
        ON "d"."endpoint" = "e"."id" AND "d"."organisation" = "e"."organisation"
        WHERE "e"."standing" = 'disabled' AND "e"."disabled_at" < ?1
            AND "d"."status" = 'pending' AND "d"."locked_until" IS NULL
            AND MAX("d"."created_at", COALESCE("d"."resent_at", 0)) < ?1
        LIMIT ?2
        """

    static let deliveryDeletions = [
        #"DELETE FROM "webhook_attempt" WHERE "organisation" = ?1 AND "delivery" = ?2"#,
        #"DELETE FROM "webhook_delivery" WHERE "organisation" = ?1 AND "id" = ?2"#,
    ]

    /// Endpoints that were deleted and have no delivery any more.
    static let endpointDeletions = [
        """
        DELETE FROM "webhook_choice" WHERE EXISTS (
            SELECT 1 FROM "webhook_endpoint" AS "e" WHERE "e"."organisation" = "webhook_choice"."organisation"
                AND "e"."id" = "webhook_choice"."endpoint" AND "e"."standing" = 'deleted')
        """,
        """
        DELETE FROM "webhook_endpoint" WHERE "standing" = 'deleted' AND NOT EXISTS (
            SELECT 1 FROM "webhook_delivery" AS "d" WHERE "d"."organisation" = "webhook_endpoint"."organisation"
                AND "d"."endpoint" = "webhook_endpoint"."id")
        """,
    ]

    static let events = """
        SELECT "position" FROM "event" AS "v" WHERE "at" < ?1 AND NOT EXISTS (
            SELECT 1 FROM "webhook_delivery" AS "d"
            WHERE "d"."organisation" = "v"."organisation" AND "d"."event" = "v"."id")
        ORDER BY "at" LIMIT ?2
        """

    static let mark = #"UPDATE "event_retention" SET "pruned_before" = ?1 WHERE "id" = 1 AND "pruned_before" < ?1"#
}
