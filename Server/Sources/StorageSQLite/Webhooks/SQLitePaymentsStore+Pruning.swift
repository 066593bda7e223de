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

private enum Pruning {
    static let deliveries = """
        SELECT "organisation", "id" FROM "webhook_delivery" WHERE "ended_at" IS NOT NULL AND "ended_at" < ?1
        UNION ALL
        SELECT "d"."organisation", "d"."id" FROM "webhook_delivery" AS "d"
        JOIN "webhook_endpoint" AS "e" ON "e"."organisation" = "d"."organisation" AND "e"."id" = "d"."endpoint"
        WHERE "d"."locked_until" IS NULL AND ("e"."standing" = 'deleted' AND "d"."ended_at" IS NULL
            OR "e"."standing" = 'deleted' AND "d"."ended_at" >= ?1
            OR "e"."standing" = 'disabled' AND "d"."status" = 'pending' AND "d"."created_at" < ?1)
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
