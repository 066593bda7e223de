import ChaveBase
import PaymentsModel
import SQLPort
import Webhooks

/// The statements for merchants' requests about deliveries, in full.
enum DeliveryStatement {
    private static let inserting = """
        INSERT INTO "webhook_delivery" (
            "organisation", "id", "endpoint", "event", "type", "object_id", "position", "created_at", "status",
            "attempts", "failures", "next_at", "fence", "body"
        ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, 0, ?13)
        """

    static let insert = SQLText.payments(inserting)

    /// Inserts a missing delivery; an existing one does not change.
    static let insertMissing = SQLText.payments("\(inserting) ON CONFLICT DO NOTHING")

    /// Requires an enabled endpoint: one that was disabled or deleted meanwhile gets no deliveries.
    static let requireEnabled = SQLText.payments(
        #"SELECT 1 FROM "webhook_endpoint" WHERE "organisation" = ?1 AND "id" = ?2 AND "standing" = 'enabled'"#,
        .holdsRow(.shared)
    )

    static let one = SQLText.payments(
        """
        SELECT \(WebhookDelivery.columnList) FROM "webhook_delivery" AS "d"
        WHERE "organisation" = ?1 AND "id" = ?2
            AND EXISTS (SELECT 1 FROM "webhook_endpoint" AS "e" WHERE "e"."organisation" = "d"."organisation"
                AND "e"."id" = "d"."endpoint" AND "e"."standing" <> 'deleted')
        """
    )

    static let attempts = SQLText.payments(#"\#(selectingAttempts) ORDER BY "number""#)

    /// Selects the attempts of the delivery `?2` of the organisation `?1`.
    ///
    /// A successful first attempt is in the delivery's own row.
    static let selectingAttempts = """
        SELECT \(WebhookAttempt.columnList) FROM "webhook_attempt" WHERE "organisation" = ?1 AND "delivery" = ?2
        UNION ALL SELECT 1, "first_at", "first_milliseconds", "first_status", CAST(NULL AS TEXT) FROM "webhook_delivery"
        WHERE "organisation" = ?1 AND "id" = ?2 AND "first_at" IS NOT NULL
        """

    static let resendOne = SQLText.payments(#"\#(resending) AND "id" = ?3"#)
    static let resendRange = resending(among: "")
    static let resendRangeOfEndpoint = resending(among: #"AND "d"."endpoint" = ?9"#)

    private static let resending = """
        UPDATE "webhook_delivery" SET
            "failures" = CASE WHEN "status" = 'pending' THEN "failures" ELSE 0 END,
            "next_at" = CASE WHEN "status" = 'pending' AND "next_at" < ?2 THEN "next_at" ELSE ?2 END,
            "status" = 'pending', "ended_at" = NULL, "resent_at" = ?2
        WHERE "organisation" = ?1 AND "endpoint" IN (
            SELECT "id" FROM "webhook_endpoint" WHERE "organisation" = ?1 AND "standing" = 'enabled')
        """

    /// Resends deliveries made from `?3` to `?4`, which have ids from `?7` to `?8`.
    ///
    /// PostgreSQL locks the rows in the order of ids, so two resends of the same rows never wait for each other. As an
    /// array, the selection runs once. In a join, a selection with a lock and a limit may run for each row.
    private static func resending(among condition: String) -> SQLText {
        let range = """
            SELECT "d"."id" FROM "webhook_delivery" AS "d" INDEXED BY "webhook_delivery_status"
            WHERE "d"."organisation" = ?1 AND "d"."status" = ?5 AND "d"."id" >= ?7 AND "d"."id" <= ?8
                AND "d"."created_at" >= ?3 AND "d"."created_at" <= ?4
                AND ("d"."resent_at" IS NULL OR "d"."resent_at" < ?2) \(condition)
                AND EXISTS (SELECT 1 FROM "webhook_endpoint" AS "e" WHERE "e"."id" = "d"."endpoint"
                    AND "e"."organisation" = "d"."organisation" AND "e"."standing" = 'enabled')
            ORDER BY "d"."id" LIMIT ?6
            """
        return PaymentsSchema.all.text(
            sqlite: #"\#(resending) AND "id" IN (\#(range))"#,
            postgres: #"\#(resending) AND "id" = ANY (ARRAY(\#(range) FOR UPDATE))"#
        )
    }

    /// Finds the events that an endpoint subscribes to and has no delivery of, made from `?3` to `?4`.
    ///
    /// The order is that of their ids, after `?6` up to `?7`.
    static let missing = SQLText.payments(
        """
        SELECT "v"."at", "v"."position", "v"."id", "v"."type", "v"."subject" FROM "event" AS "v" INDEXED BY "event_id"
        WHERE "v"."organisation" = ?1 AND "v"."id" > ?6 AND "v"."id" <= ?7 AND "v"."at" >= ?3 AND "v"."at" <= ?4
            AND EXISTS (
                SELECT 1 FROM "webhook_endpoint" AS "e"
                WHERE "e"."organisation" = ?1 AND "e"."id" = ?2 AND "e"."standing" = 'enabled'
                    AND ("e"."wants_all" = 1 OR EXISTS (
                        SELECT 1 FROM "webhook_choice" AS "c"
                        WHERE "c"."organisation" = ?1 AND "c"."endpoint" = ?2 AND "c"."type" = "v"."type")) OFFSET 0)
            AND NOT EXISTS (
                SELECT 1 FROM "webhook_delivery" AS "d" INDEXED BY "webhook_delivery_event"
                WHERE "d"."organisation" = ?1 AND "d"."event" = "v"."id" AND "d"."endpoint" = ?2 OFFSET 0)
        ORDER BY "v"."id" LIMIT ?5
        """
    )

    /// The statements whose plans a test reads.
    static let ofServer = [
        insert, insertMissing, requireEnabled, one, attempts, resendOne, resendRange, resendRangeOfEndpoint, missing,
    ]
}

extension WebhookDelivery {
    /// The values of the statement that inserts the delivery.
    func values(position: Int64, body: String? = nil) -> [SQLValue] {
        [
            organisation.bound, id.bound, endpoint.bound, event.id.bound, event.type.bound, event.objectID.bound,
            position.bound, createdAt.bound, status.rawValue.bound, attempts.bound, failures.bound, nextAt.bound,
            body.bound,
        ]
    }
}
