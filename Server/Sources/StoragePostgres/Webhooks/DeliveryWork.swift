import StoredForms
import Webhooks

/// What workers ask: none of it reads a whole table of deliveries, however many are kept.
enum DeliveryWork {
    static let statements = [dueEndpoints, holdEndpoints, take, release, figures]

    /// One look into an index for each endpoint, however much waits behind it.
    static let dueEndpoints = """
        SELECT "e"."id", "e"."url" FROM "payments"."webhook_endpoint" AS "e"
        WHERE "e"."standing" = 'enabled' AND EXISTS (
            SELECT 1 FROM "payments"."webhook_delivery" AS "d"
            WHERE "d"."endpoint" = "e"."id" AND "d"."status" = 'pending' AND "d"."next_at" <= $1
                AND ("d"."locked_until" IS NULL OR "d"."locked_until" <= $1) OFFSET 0)
        ORDER BY "e"."id"
        """

    /// Whoever claims for an endpoint has it to itself until the commit, and sees what the one before took.
    ///
    /// That an object's deliveries go one at a time is a rule over rows, which no lock on a row keeps. Always in the
    /// order of ids, so two never wait for each other; what only refers to an endpoint, as a new delivery does, goes on.
    static let holdEndpoints = """
        SELECT 1 FROM "payments"."webhook_endpoint" WHERE "id" = ANY (string_to_array($1, ','))
        ORDER BY "id" FOR NO KEY UPDATE
        """

    /// `$1` endpoints, `$2` the places of each, `$3` now, `$4` the end of the lease, `$5` what this process works on,
    /// `$6` how many at most.
    ///
    /// For each endpoint the first by its index, and of an object one: the first of those that could be taken.
    /// `OFFSET 0` keeps the planner from turning a look at one object's deliveries into a join over all that wait for
    /// the endpoint.
    static let take = """
        WITH "taken" AS (
            SELECT "d"."organisation", "d"."id"
            FROM unnest(string_to_array($1, ','), string_to_array($2, ',')::bigint[]) AS "w" ("endpoint", "places")
            CROSS JOIN LATERAL (\(first)) AS "d" LIMIT $6
        ), "held" AS (
            UPDATE "payments"."webhook_delivery" AS "h"
            SET "locked_until" = $4, "fence" = LEAST("h"."fence", 9223372036854775806) + 1
            FROM "taken" AS "t"
            WHERE "h"."organisation" = "t"."organisation" AND "h"."id" = "t"."id" RETURNING "h".*
        )
        SELECT \(WebhookDelivery.columnList(of: "d")), "d"."fence", COALESCE("d"."body", "v"."body"),
            \(WebhookEndpoint.columnList(of: "e"))
        FROM "held" AS "d"
        JOIN "payments"."webhook_endpoint" AS "e"
            ON "e"."organisation" = "d"."organisation" AND "e"."id" = "d"."endpoint"
        LEFT JOIN "payments"."event" AS "v" ON "v"."organisation" = "d"."organisation" AND "v"."id" = "d"."event"
        ORDER BY "d"."endpoint", "d"."next_at", "d"."position", "d"."id"
        """

    /// Bodies are read of what is taken alone; what somebody is changing now is left for the next claim.
    private static let first = """
        SELECT "d"."organisation", "d"."id" FROM "payments"."webhook_delivery" AS "d"
        WHERE "d"."endpoint" = "w"."endpoint" AND "d"."status" = 'pending' AND "d"."next_at" <= $3
            AND ("d"."locked_until" IS NULL OR "d"."locked_until" <= $3)
            AND "d"."id" <> ALL (string_to_array($5, ','))
            AND EXISTS (SELECT 1 FROM "payments"."webhook_endpoint" AS "e" WHERE "e"."id" = "d"."endpoint"
                AND "e"."organisation" = "d"."organisation" AND "e"."standing" = 'enabled' OFFSET 0)
            AND NOT EXISTS (\(inTheWay)) AND NOT EXISTS (\(before))
        ORDER BY "d"."next_at", "d"."position", "d"."id" LIMIT "w"."places"
        FOR UPDATE SKIP LOCKED
        """

    /// Another of the same object: one that is held, or an earlier one that was never tried.
    private static let inTheWay = """
        SELECT 1 FROM "payments"."webhook_delivery" AS "o"
        WHERE "o"."endpoint" = "d"."endpoint" AND "o"."object_id" = "d"."object_id"
            AND "o"."status" = 'pending' AND "o"."id" <> "d"."id" AND ("o"."locked_until" > $3
                OR "o"."position" < "d"."position" AND "o"."attempts" = 0) OFFSET 0
        """

    /// Another of the same object that this claim takes instead: it comes first, and nothing is in its way.
    private static let before = """
        SELECT 1 FROM "payments"."webhook_delivery" AS "o"
        WHERE "o"."endpoint" = "d"."endpoint" AND "o"."object_id" = "d"."object_id"
            AND "o"."status" = 'pending' AND "o"."next_at" <= $3 AND "o"."id" <> ALL (string_to_array($5, ','))
            AND ("o"."next_at", "o"."position", "o"."id") < ("d"."next_at", "d"."position", "d"."id")
            AND NOT EXISTS (
                SELECT 1 FROM "payments"."webhook_delivery" AS "p"
                WHERE "p"."endpoint" = "o"."endpoint" AND "p"."object_id" = "o"."object_id"
                    AND "p"."status" = 'pending' AND "p"."position" < "o"."position" AND "p"."attempts" = 0 OFFSET 0)
            OFFSET 0
        """

    static let release = """
        UPDATE "payments"."webhook_delivery" SET "locked_until" = NULL
        WHERE "organisation" = $1 AND "id" = $2 AND "fence" = $3
        """

    /// Of endpoints that are enabled: what waits for a disabled one is nobody's delay.
    static let figures = """
        SELECT MIN((
                SELECT MIN("d"."next_at") FROM "payments"."webhook_delivery" AS "d"
                WHERE "d"."endpoint" = "e"."id" AND "d"."status" = 'pending')),
            (SELECT COUNT(*) FROM "payments"."webhook_endpoint" WHERE "standing" = 'disabled')
        FROM "payments"."webhook_endpoint" AS "e" WHERE "e"."standing" = 'enabled'
        """
}
