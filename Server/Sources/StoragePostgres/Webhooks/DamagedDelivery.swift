import ChavePixModel
import PaymentsCore
import PostgresClient
import StoredForms
import Webhooks

extension ClaimedDelivery {
    /// From a row of `DeliveryWork.take`.
    init(taken row: [PostgresValue]) throws {
        let fence = WebhookDelivery.columns.count
        self.init(
            delivery: try WebhookDelivery(columnValues: row[...]),
            endpoint: try WebhookEndpoint(columnValues: row[...].dropFirst(fence + 2)),
            body: try row[...].at(fence + 1).string,
            fence: try row[...].at(fence).integer
        )
    }
}

/// A delivery that was held and cannot be read: its event is gone, or another hand changed its row or its endpoint's.
enum DamagedDelivery {
    /// Parks a row of `DeliveryWork.take` under the fence that its claim gave it, with an attempt that says why.
    static func parking(_ row: [PostgresValue], at now: Timestamp) throws -> PostgresStatement {
        // The columns are looked at only to be bound again: whatever they hold.
        let key = [try row[...].at(1), try row[...].at(0), try row[...].at(WebhookDelivery.columns.count)]
        let reason = AttemptFailure.recordUnreadable.rawValue
        return PostgresStatement(park, key + [now.bound, .text(reason)])
    }

    static let park = """
        WITH "parked" AS (
            UPDATE "payments"."webhook_delivery" SET
                "status" = 'parked', "attempts" = LEAST("attempts", 2147483647) + 1, "next_at" = NULL, "ended_at" = $4,
                "locked_until" = NULL
            WHERE "organisation" = $1 AND "id" = $2 AND "fence" = $3 AND "locked_until" IS NOT NULL
            RETURNING "organisation", "id", "attempts"
        )
        INSERT INTO "payments"."webhook_attempt" ("organisation", "delivery", "number", "at", "milliseconds", "failure")
        SELECT "organisation", "id", "attempts", $4, 0, $5 FROM "parked" ON CONFLICT DO NOTHING
        """
}
