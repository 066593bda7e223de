import ChaveBase
import ChavePixModel
import PaymentsCore
import SQLPort

/// The statements that find what waits for work, in full.
///
/// Claims are each database's own: nodes claim at the same time, and PostgreSQL passes over what another node is claiming; in
/// a file one writer asks and then holds.
enum WorkStatement {
    private static let kinds = [
        (kind: "enrollment", table: "enrollment"), ("payment-intent", "payment_intent"), ("customer", "customer"),
    ]

    // MARK: Claims
    //
    // `?1` is the time until which work is planned, `?2` how many, `?3` now, `?4` a time beyond which nobody holds anything; or
    // the horizons of work and checks as `?1` and `?3`. In PostgreSQL two more are until when what is found is held, and the node.

    private static let isDue =
        #""wake_at" <= ?1 AND ("held_until" IS NULL OR "held_until" <= ?3 OR "held_until" > ?4)"#

    static let due = PaymentsSchema.all.text(
        sqlite: selection(enrollments: [(byDue, isDue)], others: isDue),
        postgres: claim(enrollments: [isDue], others: isDue, until: "?5", by: "?6")
    )

    /// Only at the start and after a clock was set: what is held is worked on.
    static let stranded = PaymentsSchema.all.text(
        sqlite: selection(
            enrollments: [
                (#""enrollment" INDEXED BY "enrollment_under_way""#, underWay), (byDue, resting),
            ],
            others: beyond
        ),
        postgres: claim(enrollments: [underWay, resting], others: beyond, until: "?4", by: "?5")
    )

    private static let underWay =
        #""status" <> 'SUCCEEDED' AND "wake_at" > ?1 AND "wake_at" <= ?3 AND "held_until" IS NULL"#
    private static let resting = #""wake_at" > ?3 AND "held_until" IS NULL"#
    private static let beyond = #""wake_at" > ?1 AND "held_until" IS NULL"#
    private static let byDue = #""enrollment" INDEXED BY "enrollment_due""#

    private static func selection(enrollments: [(from: String, condition: String)], others: String) -> String {
        let branches =
            enrollments.map { branch("enrollment", from: $0.from, where: $0.condition) } + [
                branch("payment-intent", from: #""payment_intent""#, where: others),
                branch("customer", from: #""customer""#, where: others),
            ]
        return """
            SELECT "kind", "id" FROM (\(branches.joined(separator: " UNION ALL "))) AS "due"
            ORDER BY "wake_at", "id" LIMIT ?2
            """
    }

    /// Cut by itself, so that a long queue is never sorted as a whole.
    private static func branch(_ kind: String, from table: String, where condition: String) -> String {
        """
        SELECT * FROM (
            SELECT '\(kind)' AS "kind", "id", "wake_at" FROM \(table)
            WHERE "wake_at" IS NOT NULL AND \(condition)
            ORDER BY "wake_at" LIMIT ?2) AS "found"
        """
    }

    /// Each condition is cut by itself, so that a long queue is never sorted as a whole; of those that are locked, the first of
    /// all kinds are held.
    private static func claim(
        enrollments: [String],
        others: String,
        until end: String,
        by node: String
    ) -> String {
        let branches = kinds.flatMap { kind, table in
            (table == "enrollment" ? enrollments : [others]).map { condition in
                """
                SELECT * FROM (
                    SELECT '\(kind)'::text AS "kind", "organisation", "id", "wake_at" FROM "\(table)"
                    WHERE "wake_at" IS NOT NULL AND \(condition)
                    ORDER BY "wake_at" LIMIT ?2 FOR UPDATE SKIP LOCKED) AS "\(table)s"
                """
            }
        }
        let holds = kinds.map { kind, table in
            """
            "\(table)_held" AS (
                UPDATE "\(table)" AS "o" SET "held_until" = \(end), "held_by" = \(node) FROM "due"
                WHERE "due"."kind" = '\(kind)' AND "o"."organisation" = "due"."organisation" AND "o"."id" = "due"."id")
            """
        }
        return """
            WITH "due" AS MATERIALIZED (
                SELECT * FROM (\(branches.joined(separator: " UNION ALL "))) AS "found"
                ORDER BY "wake_at", "id" LIMIT ?2
            ), \(holds.joined(separator: ", "))
            SELECT "kind", "id" FROM "due" ORDER BY "wake_at", "id"
            """
    }

    /// Holds one object that was found in a file.
    static func hold(_ kind: String) -> SQLText {
        switch ObjectReference.Kind(rawValue: kind) {
        case .enrollment: holdEnrollment
        case .customer: holdCustomer
        default: holdPaymentIntent
        }
    }

    private static let holdEnrollment = SQLText.payments(
        #"UPDATE "enrollment" SET "held_until" = ?2, "held_by" = ?3 WHERE "id" = ?1"#
    )
    private static let holdCustomer = SQLText.payments(
        #"UPDATE "customer" SET "held_until" = ?2, "held_by" = ?3 WHERE "id" = ?1"#
    )
    private static let holdPaymentIntent = SQLText.payments(
        #"UPDATE "payment_intent" SET "held_until" = ?2, "held_by" = ?3 WHERE "id" = ?1"#
    )

    // MARK: Releases
    //
    // What other nodes hold is theirs, and what a dead one held is free once its time is over: nobody can tell a dead node
    // from one that stands still, so only time ends what it holds. A file's process holds all that is held. Of enrollments
    // every usable one has a time to wake at.

    static let releases =
        [
            release("enrollment", #"INDEXED BY "enrollment_held""#, ""),
            release("payment_intent", "", #""wake_at" IS NOT NULL AND"#),
            release("customer", "", #""wake_at" IS NOT NULL AND"#),
            release("idempotency", "", ""),
        ]

    private static func release(_ table: String, _ hint: String, _ condition: String) -> SQLText {
        let releasing = #"UPDATE "\#(table)" \#(hint) SET "held_until" = NULL, "held_by" = NULL"#
        let isHeld = #"WHERE \#(condition) "held_until" IS NOT NULL"#
        return PaymentsSchema.all.text(
            sqlite: "\(releasing) \(isHeld)",
            postgres: #"\#(releasing) \#(isHeld) AND "held_by" = ?1"#
        )
    }

    static let touch = SQLText.payments(
        """
        INSERT INTO "readiness" ("one", "at") VALUES (1, ?1)
        ON CONFLICT ("one") DO UPDATE SET "at" = excluded."at"
        """
    )
}
