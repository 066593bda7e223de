import StoredForms
import Webhooks

/// The statements over deliveries that merchants ask for, in full.
enum DeliveryStatement {
    static let all = [insert, insertMissing, one, attempts, resendOne, resendRange, resendRangeOfEndpoint]

    private static let columns = """
        "organisation", "id", "endpoint", "event", "type", "object_id", "position", "created_at", "status", "attempts",
        "failures", "next_at"
        """

    static let insert = """
        INSERT INTO "payments"."webhook_delivery" (\(columns), "fence", "body")
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, $13)
        """

    /// One that is there already is left as it is, and an endpoint that was disabled or deleted meanwhile gets none.
    static let insertMissing = """
        INSERT INTO "payments"."webhook_delivery" (\(columns), "fence")
        SELECT "e"."organisation", $2, "e"."id", $4, $5, $6, $7, $8, $9, $10, $11, $12::bigint, 0
        FROM "payments"."webhook_endpoint" AS "e"
        WHERE "e"."organisation" = $1 AND "e"."id" = $3 AND "e"."standing" = 'enabled'
        FOR KEY SHARE OF "e"
        ON CONFLICT DO NOTHING
        """

    static let one = """
        SELECT \(WebhookDelivery.columnList) FROM "payments"."webhook_delivery" AS "d"
        WHERE "organisation" = $1 AND "id" = $2
            AND EXISTS (SELECT 1 FROM "payments"."webhook_endpoint" AS "e"
                WHERE "e"."organisation" = "d"."organisation" AND "e"."id" = "d"."endpoint"
                    AND "e"."standing" <> 'deleted')
        """

    static let attempts = """
        SELECT \(WebhookAttempt.columnList) FROM "payments"."webhook_attempt"
        WHERE "organisation" = $1 AND "delivery" = $2 ORDER BY "number"
        """

    static let resendOne = #"\#(resending) AND "id" = $3"#
    static let resendRange = #"\#(resending) AND "id" = ANY (ARRAY(\#(range(""))))"#
    static let resendRangeOfEndpoint = #"\#(resending) AND "id" = ANY (ARRAY(\#(range(#"AND "d"."endpoint" = $7"#))))"#

    private static let resending = """
        UPDATE "payments"."webhook_delivery" SET
            "failures" = CASE WHEN "status" = 'pending' THEN "failures" ELSE 0 END,
            "next_at" = CASE WHEN "status" = 'pending' AND "next_at" < $2 THEN "next_at" ELSE $2 END,
            "status" = 'pending', "ended_at" = NULL, "resent_at" = $2
        WHERE "organisation" = $1 AND "endpoint" IN (
            SELECT "id" FROM "payments"."webhook_endpoint" WHERE "organisation" = $1 AND "standing" = 'enabled')
        """

    /// Held in the order of ids: two that resend the same never wait for each other.
    ///
    /// As an array it is asked once; in a join, what is locked with a limit may be asked for each row.
    private static func range(_ condition: String) -> String {
        """
        SELECT "d"."id" FROM "payments"."webhook_delivery" AS "d"
        WHERE "d"."organisation" = $1 AND "d"."created_at" >= $3 AND "d"."created_at" <= $4
            AND "d"."status" = $5 AND ("d"."resent_at" IS NULL OR "d"."resent_at" < $2) \(condition)
            AND EXISTS (SELECT 1 FROM "payments"."webhook_endpoint" AS "e" WHERE "e"."id" = "d"."endpoint"
                AND "e"."organisation" = "d"."organisation" AND "e"."standing" = 'enabled')
        ORDER BY "d"."id" LIMIT $6 FOR UPDATE
        """
    }
}
