import ChavePixModel
import GRDB
import PaymentsCore
import StoredForms
import Webhooks

extension ClaimedDelivery {
    /// From a row of `DeliveryWork.chosen` as it was before it was held.
    init(held row: [DatabaseValue]) throws {
        let endpoint = WebhookDelivery.columns.count + 2
        self.init(
            delivery: try WebhookDelivery(columnValues: row[...]),
            endpoint: try WebhookEndpoint(columnValues: row[...].dropFirst(endpoint)),
            body: try row[...].at(endpoint - 1).string,
            fence: try row[...].at(endpoint - 2).integer.nextFence
        )
    }
}

extension Int64 {
    /// As `DeliveryWork.hold` counts.
    fileprivate var nextFence: Int64 { Swift.min(self, .max - 1) + 1 }
}

/// A delivery that was held and cannot be read: its event is gone, or another hand changed its row or its endpoint's.
enum DamagedDelivery {
    static let statements = [attempt, park]

    /// Parks a row of `DeliveryWork.chosen` under the fence that its claim gave it, with an attempt that says why.
    static func parking(_ row: [DatabaseValue], at now: Timestamp) -> [Step] {
        // The columns are looked at only to be bound again: whatever they hold.
        let key = [row[1], row[0], row[WebhookDelivery.columns.count], now.databaseValue]
        let reason = AttemptFailure.recordUnreadable.rawValue.databaseValue
        return [Step(sql: attempt, arguments: key + [reason]), Step(sql: park, arguments: key)]
    }

    private static let held = """
        "organisation" = ?1 AND "id" = ?2 AND "fence" = MIN(?3, 9223372036854775806) + 1 AND "locked_until" IS NOT NULL
        """

    static let attempt = """
        INSERT INTO "webhook_attempt" ("organisation", "delivery", "number", "at", "milliseconds", "failure")
        SELECT "organisation", "id", MIN("attempts", 2147483647) + 1, ?4, 0, ?5 FROM "webhook_delivery" WHERE \(held)
        ON CONFLICT DO NOTHING
        """

    static let park = """
        UPDATE "webhook_delivery" SET
            "status" = 'parked', "attempts" = MIN("attempts", 2147483647) + 1, "next_at" = NULL, "ended_at" = ?4,
            "locked_until" = NULL
        WHERE \(held)
        """
}
