import PaymentsCore
import SQLPort
import Webhooks

/// The statements of workers that claim deliveries: none of them reads a whole table, however many are kept.
///
/// Claims are each database's own. A file's writer asks for what is due of each endpoint and holds it then. In PostgreSQL
/// nodes claim at once: whoever claims for an endpoint has it to itself until the commit, and one statement finds and holds.
enum ClaimStatement {
    /// One look into an index for each endpoint, however much waits behind it, and `?2` entries of one that has something.
    static let dueEndpoints = SQLText.payments(
        """
        SELECT "e"."id", "e"."url", (SELECT COUNT(*) FROM (\(dueNow) LIMIT ?2) AS "few")
        FROM "webhook_endpoint" AS "e" WHERE "e"."standing" = 'enabled' AND EXISTS (\(dueNow) OFFSET 0)
        ORDER BY "e"."id"
        """
    )

    private static let dueNow = """
        SELECT 1 FROM "webhook_delivery" AS "d"
            WHERE "d"."endpoint" = "e"."id" AND "d"."status" = 'pending' AND "d"."next_at" <= ?1
                AND ("d"."locked_until" IS NULL OR "d"."locked_until" <= ?1)
        """

    /// Sees what the claim before it took: that an object's deliveries go one at a time is a rule over rows, which no lock on
    /// a row keeps.
    ///
    /// Always in the order of ids, so two never wait for each other; what only refers to an endpoint, as a new delivery
    /// does, goes on.
    static let holdEndpoints = SQLText.lock(
        """
        SELECT 1 FROM "webhook_endpoint" WHERE "id" = ANY (string_to_array(?1, ',')::uuid[])
        ORDER BY "id" FOR NO KEY UPDATE
        """
    )

    /// `?1` is an endpoint, `?2` its places, `?3` now, `?5` what this process works on.
    ///
    /// In the order of the index, so that who reads only the first of many that are due at once sorts nothing. A delivery
    /// comes with its fence, its body and its endpoint, as it is before it is held.
    static let due = PaymentsSchema.all.text(
        sqlite: """
            \(reading(#""webhook_delivery""#))
            WHERE "d"."endpoint" = ?1 AND \(takeable("NOT IN (\(IDList.ofSQLite("?5")))"))
            ORDER BY "d"."next_at", "d"."position", "d"."id" LIMIT ?2
            """,
        postgres: nil
    )

    /// The fence becomes that of ``fence(after:)``.
    static let hold = PaymentsSchema.all.text(
        sqlite: """
            UPDATE "webhook_delivery" SET "locked_until" = ?3, "fence" = MIN("fence", 9223372036854775806) + 1
            WHERE "organisation" = ?1 AND "id" = ?2
            """,
        postgres: nil
    )

    /// The largest fence does not stop a delivery's claims.
    static func fence(after fence: Int64) -> Int64 { min(fence, .max - 1) + 1 }

    /// `?1` endpoints, `?2` the places of each, `?3` now, `?4` the end of the lease, `?5` what this process works on, `?6` how
    /// many at most.
    ///
    /// For each endpoint the first by its index, and of an object one: the first of those that could be taken. What somebody is
    /// changing now is left for the next claim. `OFFSET 0` keeps the planner from turning a look at one object's deliveries
    /// into a join over all that wait for the endpoint.
    static let take = PaymentsSchema.all.text(
        sqlite: nil,
        postgres: """
            WITH "taken" AS (
                SELECT "d"."organisation", "d"."id"
                FROM unnest(string_to_array(?1, ',')::uuid[], string_to_array(?2, ',')::bigint[]) AS "w" ("endpoint", "places")
                CROSS JOIN LATERAL (
                    SELECT "d"."organisation", "d"."id" FROM "webhook_delivery" AS "d"
                    WHERE "d"."endpoint" = "w"."endpoint" AND \(takeable("<> ALL (\(IDList.ofPostgres("?5")))"))
                    ORDER BY "d"."next_at", "d"."position", "d"."id" LIMIT "w"."places"
                    FOR UPDATE SKIP LOCKED) AS "d" LIMIT ?6
            ), "held" AS (
                UPDATE "webhook_delivery" AS "h"
                SET "locked_until" = ?4, "fence" = LEAST("h"."fence", 9223372036854775806) + 1
                FROM "taken" AS "t"
                WHERE "h"."organisation" = "t"."organisation" AND "h"."id" = "t"."id" RETURNING "h".*
            )
            \(reading(#""held""#)) ORDER BY "d"."endpoint", "d"."next_at", "d"."position", "d"."id"
            """
    )

    /// Bodies are read of what is taken alone.
    private static func reading(_ deliveries: String) -> String {
        """
        SELECT \(WebhookDelivery.columnList(of: "d")), "d"."fence", COALESCE("d"."body", "v"."body"),
            \(WebhookEndpoint.columnList(of: "e"))
        FROM \(deliveries) AS "d"
        JOIN "webhook_endpoint" AS "e" ON "e"."organisation" = "d"."organisation" AND "e"."id" = "d"."endpoint"
        LEFT JOIN "event" AS "v" ON "v"."organisation" = "d"."organisation" AND "v"."id" = "d"."event"
        """
    }

    /// Whether the delivery `d` is due, of an endpoint that is enabled, and the one of its object whose turn it is.
    private static func takeable(_ notInHand: String) -> String {
        """
        "d"."status" = 'pending' AND "d"."next_at" <= ?3
            AND ("d"."locked_until" IS NULL OR "d"."locked_until" <= ?3) AND "d"."id" \(notInHand)
            AND EXISTS (SELECT 1 FROM "webhook_endpoint" AS "e" WHERE "e"."id" = "d"."endpoint"
                AND "e"."organisation" = "d"."organisation" AND "e"."standing" = 'enabled' OFFSET 0)
            AND NOT EXISTS (\(inTheWay)) AND NOT EXISTS (\(before(notInHand)))
        """
    }

    /// Another of the same object: one that is held, or an earlier one that was never tried.
    private static let inTheWay = """
        SELECT 1 FROM "webhook_delivery" AS "o"
            WHERE "o"."endpoint" = "d"."endpoint" AND "o"."object_id" = "d"."object_id"
                AND "o"."status" = 'pending' AND "o"."id" <> "d"."id" AND ("o"."locked_until" > ?3
                    OR "o"."position" < "d"."position" AND "o"."attempts" = 0) OFFSET 0
        """

    /// Another of the same object that this claim takes instead: it comes first, and nothing is in its way.
    private static func before(_ notInHand: String) -> String {
        """
        SELECT 1 FROM "webhook_delivery" AS "o"
            WHERE "o"."endpoint" = "d"."endpoint" AND "o"."object_id" = "d"."object_id"
                AND "o"."status" = 'pending' AND "o"."next_at" <= ?3 AND "o"."id" \(notInHand)
                AND ("o"."next_at", "o"."position", "o"."id") < ("d"."next_at", "d"."position", "d"."id")
                AND NOT EXISTS (
                    SELECT 1 FROM "webhook_delivery" AS "p"
                    WHERE "p"."endpoint" = "o"."endpoint" AND "p"."object_id" = "o"."object_id"
                        AND "p"."status" = 'pending' AND "p"."position" < "o"."position" AND "p"."attempts" = 0 OFFSET 0)
                OFFSET 0
        """
    }

    static let release = SQLText.payments(
        #"UPDATE "webhook_delivery" SET "locked_until" = NULL WHERE "organisation" = ?1 AND "id" = ?2 AND "fence" = ?3"#
    )

    /// At the start of a file's process: it holds all that is held.
    ///
    /// In PostgreSQL no row tells whether what is held is a dead
    /// node's or a living one's: what a node held that died is free when its lease ends, a minute later at most.
    static let releaseAll = PaymentsSchema.all.text(
        sqlite: #"UPDATE "webhook_delivery" SET "locked_until" = NULL WHERE "locked_until" IS NOT NULL"#,
        postgres: nil
    )

    /// Of endpoints that are enabled: what waits for a disabled one is nobody's delay.
    static let figures = SQLText.payments(
        """
        SELECT MIN((
                SELECT MIN("d"."next_at") FROM "webhook_delivery" AS "d"
                WHERE "d"."endpoint" = "e"."id" AND "d"."status" = 'pending')),
            (SELECT COUNT(*) FROM "webhook_endpoint" WHERE "standing" = 'disabled')
        FROM "webhook_endpoint" AS "e" WHERE "e"."standing" = 'enabled'
        """
    )

    /// Whose plans a test reads.
    static let ofServer = [dueEndpoints, holdEndpoints, due, hold, take, release, releaseAll, figures]
}
