import ChaveBase
import PaymentsModel
import SQLPort
import Webhooks

/// The statements of workers that claim deliveries: none of them reads a whole table, however many rows it has.
///
/// Each database has its own claims. A file's process reads each endpoint's due deliveries and holds them in memory. In
/// PostgreSQL, nodes claim at once: a claiming node locks an endpoint until the commit, and one statement finds and
/// holds.
enum ClaimStatement {
    /// Finds the endpoints with due deliveries by one index look-up for each, and reads at most `?2` entries of such an
    /// endpoint.
    ///
    /// In a file, `?3` is the list of held deliveries.
    static let dueEndpoints = PaymentsSchema.all.text(
        sqlite: dueEndpoints(isFree: #""d"."id" NOT IN (\#(IDList.ofSQLite("?3")))"#),
        postgres: dueEndpoints(isFree: isFreeInPostgres)
    )

    /// Finds a row when an endpoint has something due, in the round trip of a claim or of the end of an attempt.
    ///
    /// Only for PostgreSQL, where other nodes may have made it due. Otherwise nodes would need a separate round trip
    /// after each.
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

    /// Makes PostgreSQL plan the following statements of a claim only once on each connection.
    ///
    /// PostgreSQL would plan them at each claim, because it expects longer lists than they get. That planning takes
    /// longer than the statements. The setting waits until the table was analysed with rows in it: a plan for an empty
    /// table would stay.
    static let planOnce = SQLText.lock(
        """
        SELECT set_config('plan_cache_mode', CASE WHEN (
            SELECT "c"."reltuples" FROM "pg_catalog"."pg_class" AS "c"
            WHERE "c"."oid" = to_regclass('"payments"."webhook_delivery"')) > 0
            THEN 'force_generic_plan' ELSE 'auto' END, true)
        """
    )

    /// Locks the endpoints of a claim, so that it sees the deliveries of the claim before it.
    ///
    /// One delivery of an object at a time is a rule over rows, which a lock on a row cannot enforce. The order is
    /// always that of ids, so two claims never wait for each other. A write that only refers to an endpoint, such as a
    /// new delivery, continues.
    static let holdEndpoints = SQLText.lock(
        """
        SELECT 1 FROM "webhook_endpoint" WHERE "id" = ANY (string_to_array(?1, ',')::uuid[])
        ORDER BY "id" FOR NO KEY UPDATE
        """
    )

    /// Finds the due deliveries of an endpoint in a file.
    ///
    /// `?1` is the endpoint, `?2` its places, `?3` now, `?4` the held deliveries. `?5` are the deliveries to skip: the
    /// held ones and those that this process is sending. The order is that of the index, so that a reader of only the
    /// first deliveries sorts nothing. A delivery comes with its fence, its body and its endpoint.
    static let due = PaymentsSchema.all.text(
        sqlite: """
            \(reading(#""webhook_delivery""#))
            WHERE "d"."endpoint" = ?1 AND \(takeable(ofFile))
            ORDER BY "d"."next_at", "d"."position", "d"."id" LIMIT ?2
            """,
        postgres: nil
    )

    /// The conditions for held deliveries, in one database's SQL.
    private struct Holding: Sendable {
        var isHeld: @Sendable (_ alias: String) -> String
        /// The condition that this process is not sending the delivery; in a file, also that it is not held.
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

    /// Claims due deliveries in PostgreSQL.
    ///
    /// `?1` are the endpoints, `?2` the places of each, `?3` now, `?4` the end of the lease. `?5` are the deliveries
    /// that this process is sending, `?6` the largest number. For each endpoint, the claim takes the first by its
    /// index, and one of an object: the first possible one. Rows that another transaction is changing now are left for
    /// the next claim. `OFFSET 0` keeps the planner from turning a look-up of one object's deliveries into a join over
    /// all that wait for the endpoint.
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

    /// Reads deliveries with their bodies, only for claimed ones.
    private static func reading(_ deliveries: String) -> String {
        """
        SELECT \(WebhookDelivery.columnList(of: "d")), "d"."fence", COALESCE("d"."body", "v"."body"),
            \(WebhookEndpoint.columnList(of: "e"))
        FROM \(deliveries) AS "d"
        JOIN "webhook_endpoint" AS "e" ON "e"."organisation" = "d"."organisation" AND "e"."id" = "d"."endpoint"
        LEFT JOIN "event" AS "v" ON "v"."organisation" = "d"."organisation" AND "v"."id" = "d"."event"
        """
    }

    /// Whether the delivery `d` is due, its endpoint is enabled, and it is the next one of its object.
    private static func takeable(_ holding: Holding) -> String {
        """
        "d"."status" = 'pending' AND "d"."next_at" <= ?3 AND \(holding.isNotInHand("d"))
            AND EXISTS (SELECT 1 FROM "webhook_endpoint" AS "e" WHERE "e"."id" = "d"."endpoint"
                AND "e"."organisation" = "d"."organisation" AND "e"."standing" = 'enabled' OFFSET 0)
            AND NOT EXISTS (\(inTheWay(holding))) AND NOT EXISTS (\(before(holding)))
        """
    }

    /// Another delivery of the same object that blocks this one: it is held, or is earlier and was never tried.
    private static func inTheWay(_ holding: Holding) -> String {
        """
        SELECT 1 FROM "webhook_delivery" AS "o" INDEXED BY "webhook_delivery_order"
            WHERE "o"."endpoint" = "d"."endpoint" AND "o"."object_id" = "d"."object_id"
                AND "o"."status" = 'pending' AND "o"."id" <> "d"."id" AND (\(holding.isHeld("o"))
                    OR "o"."position" < "d"."position" AND "o"."attempts" = 0) OFFSET 0
        """
    }

    /// Another delivery of the same object that this claim takes instead: it comes first, and nothing blocks it.
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

    /// The figures of enabled endpoints; a delivery that waits for a disabled endpoint is not a delay.
    static let figures = SQLText.payments(
        """
        SELECT MIN((
                SELECT MIN("d"."next_at") FROM "webhook_delivery" AS "d"
                WHERE "d"."endpoint" = "e"."id" AND "d"."status" = 'pending')),
            (SELECT COUNT(*) FROM "webhook_endpoint" WHERE "standing" = 'disabled')
        FROM "webhook_endpoint" AS "e" WHERE "e"."standing" = 'enabled'
        """
    )

    /// The statements whose plans a test reads.
    static let ofServer = [dueEndpoints, anyDue, planOnce, holdEndpoints, due, take, release, figures]
}
