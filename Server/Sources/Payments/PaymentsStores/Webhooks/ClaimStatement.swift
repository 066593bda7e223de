import ChaveBase
import PaymentsCore
import SQLPort
import Webhooks

/// The statements of workers that claim deliveries: none of them reads a whole table, however many are kept.
///
/// Claims are each database's own. A file's process reads what is due of each endpoint and holds it in memory. In PostgreSQL
/// nodes claim at once: whoever claims for an endpoint has it to itself until the commit, and one statement finds and holds.
enum ClaimStatement {
    /// One look into an index for each endpoint, however much waits behind it, and `?2` entries of one that has something.
    ///
    /// In a file `?3` is what is held.
    static let dueEndpoints = PaymentsSchema.all.text(
        sqlite: dueEndpoints(isFree: #""d"."id" NOT IN (\#(IDList.ofSQLite("?3")))"#),
        postgres: dueEndpoints(isFree: isFreeInPostgres)
    )

    /// Finds a row where an endpoint has something due, in the trip of a claim or of the end of an attempt.
    ///
    /// In PostgreSQL, where other nodes may have made it so; nodes would look by a trip of its own after each.
    static let anyDue = SQLText.lock(
        """
        SELECT 1 FROM "webhook_endpoint" AS "e" WHERE "e"."standing" = 'enabled'
            AND EXISTS (\(dueNow(isFreeInPostgres)) OFFSET 0) LIMIT 1
        """
    )

    private static let isFreeInPostgres = #"("d"."locked_until" IS NULL OR "d"."locked_until" <= ?1)"#

    private static func dueNow(_ isFree: String) -> String {
        """
        SELECT 1 FROM "webhook_delivery" AS "d"
            WHERE "d"."endpoint" = "e"."id" AND "d"."status" = 'pending' AND "d"."next_at" <= ?1 AND \(isFree)
        """
    }

    private static func dueEndpoints(isFree: String) -> String {
        let dueNow = dueNow(isFree)
        return """
            SELECT "e"."id", "e"."url", (SELECT COUNT(*) FROM (\(dueNow) LIMIT ?2) AS "few")
            FROM "webhook_endpoint" AS "e" WHERE "e"."standing" = 'enabled' AND EXISTS (\(dueNow) OFFSET 0)
            ORDER BY "e"."id"
            """
    }

    /// The statements of a claim behind it are planned once on each connection.
    ///
    /// PostgreSQL would plan them at each claim, which takes longer than they do, since it takes the lists that they are given for
    /// longer ones than they are. Not before the table was looked at with rows in it: a plan for an empty table would stay.
    static let planOnce = SQLText.lock(
        """
        SELECT set_config('plan_cache_mode', CASE WHEN (
            SELECT "c"."reltuples" FROM "pg_catalog"."pg_class" AS "c"
            WHERE "c"."oid" = to_regclass('"payments"."webhook_delivery"')) > 0
            THEN 'force_generic_plan' ELSE 'auto' END, true)
        """
    )

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

    /// `?1` is an endpoint, `?2` its places, `?3` now, `?4` what is held, `?5` what is not taken: that, and what this process
    /// works on.
    ///
    /// In the order of the index, so that who reads only the first of many that are due at once sorts nothing. A delivery
    /// comes with its fence, its body and its endpoint.
    static let due = PaymentsSchema.all.text(
        sqlite: """
            \(reading(#""webhook_delivery""#))
            WHERE "d"."endpoint" = ?1 AND \(takeable(ofFile))
            ORDER BY "d"."next_at", "d"."position", "d"."id" LIMIT ?2
            """,
        postgres: nil
    )

    /// The conditions of a delivery in hand, in the words of one database.
    private struct Holding: Sendable {
        var isHeld: @Sendable (_ alias: String) -> String
        /// Also that this process does not work on it.
        var isNotInHand: @Sendable (_ alias: String) -> String
    }

    private static let ofFile = Holding(
        isHeld: { #""\#($0)"."id" IN (\#(IDList.ofSQLite("?4")))"# },
        isNotInHand: { #""\#($0)"."id" NOT IN (\#(IDList.ofSQLite("?5")))"# }
    )
    private static let ofPostgres = Holding(
        isHeld: { #""\#($0)"."locked_until" > ?3"# },
        isNotInHand: { #""\#($0)"."id" <> ALL (\#(IDList.ofPostgres("?5")))"# }
    )

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
                    WHERE "d"."endpoint" = "w"."endpoint" AND \(takeable(ofPostgres))
                        AND ("d"."locked_until" IS NULL OR "d"."locked_until" <= ?3)
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
    private static func takeable(_ holding: Holding) -> String {
        """
        "d"."status" = 'pending' AND "d"."next_at" <= ?3 AND \(holding.isNotInHand("d"))
            AND EXISTS (SELECT 1 FROM "webhook_endpoint" AS "e" WHERE "e"."id" = "d"."endpoint"
                AND "e"."organisation" = "d"."organisation" AND "e"."standing" = 'enabled' OFFSET 0)
            AND NOT EXISTS (\(inTheWay(holding))) AND NOT EXISTS (\(before(holding)))
        """
    }

    /// Another of the same object: one that is held, or an earlier one that was never tried.
    private static func inTheWay(_ holding: Holding) -> String {
        """
        SELECT 1 FROM "webhook_delivery" AS "o" INDEXED BY "webhook_delivery_order"
            WHERE "o"."endpoint" = "d"."endpoint" AND "o"."object_id" = "d"."object_id"
                AND "o"."status" = 'pending' AND "o"."id" <> "d"."id" AND (\(holding.isHeld("o"))
                    OR "o"."position" < "d"."position" AND "o"."attempts" = 0) OFFSET 0
        """
    }

    /// Another of the same object that this claim takes instead: it comes first, and nothing is in its way.
    private static func before(_ holding: Holding) -> String {
        """
        SELECT 1 FROM "webhook_delivery" AS "o" INDEXED BY "webhook_delivery_order"
            WHERE "o"."endpoint" = "d"."endpoint" AND "o"."object_id" = "d"."object_id"
                AND "o"."status" = 'pending' AND "o"."next_at" <= ?3 AND \(holding.isNotInHand("o"))
                AND ("o"."next_at", "o"."position", "o"."id") < ("d"."next_at", "d"."position", "d"."id")
                AND NOT EXISTS (
                    SELECT 1 FROM "webhook_delivery" AS "p" INDEXED BY "webhook_delivery_order"
                    WHERE "p"."endpoint" = "o"."endpoint" AND "p"."object_id" = "o"."object_id"
                        AND "p"."status" = 'pending' AND "p"."position" < "o"."position" AND "p"."attempts" = 0 OFFSET 0)
                OFFSET 0
        """
    }

    static let release = PaymentsSchema.all.text(
        sqlite: nil,
        postgres: """
            UPDATE "webhook_delivery" SET "locked_until" = NULL
            WHERE "organisation" = ?1 AND "id" = ?2 AND "fence" = ?3
            """
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
    static let ofServer = [dueEndpoints, anyDue, planOnce, holdEndpoints, due, take, release, figures]
}
