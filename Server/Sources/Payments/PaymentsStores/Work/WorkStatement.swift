import ChaveBase
import ChavePixModel
import PaymentsModel
import SQLPort

/// The statements that find objects that wait for work, in full.
///
/// Each database has its own claims. Nodes claim at the same time, and PostgreSQL skips rows that another node is
/// claiming. In a file, one writer reads and then holds.
enum WorkStatement {
    private static let kinds = [
        (kind: "enrollment", table: "enrollment"), ("payment-intent", "payment_intent"), ("customer", "customer"),
    ]

    // MARK: Claims
    //
    // `?1` is the time up to which work is scheduled, `?2` the largest number, `?3` now, `?4` a time beyond which no
    // hold is valid. For stranded objects, `?1` and `?3` are the horizons of work and checks. In PostgreSQL, two more
    // values are the end of the new hold and the node.

    private static let isDue =
        #""wake_at" <= ?1 AND ("held_until" IS NULL OR "held_until" <= ?3 OR "held_until" > ?4)"#

    static let due = PaymentsSchema.all.text(
        sqlite: selection(enrollments: [(byDue, isDue)], intents: isDue, others: isDue),
        postgres: claim(enrollments: [isDue], intents: isDue, others: isDue, until: "?5", by: "?6")
    )

    /// Finds stranded objects, only at the start and after a clock change; held objects are already being worked on.
    static let stranded = PaymentsSchema.all.text(
        sqlite: selection(
            enrollments: [
                (#""enrollment" INDEXED BY "enrollment_under_way""#, underWay), (byDue, resting),
            ],
            intents: strandedIntents,
            others: beyond
        ),
        postgres: claim(
            enrollments: [underWay, resting],
            intents: strandedIntents,
            others: beyond,
            until: "?4",
            by: "?5"
        )
    )

    private static let underWay =
        #""status" <> 'SUCCEEDED' AND "wake_at" > ?1 AND "wake_at" <= ?3 AND "held_until" IS NULL"#
    private static let resting = #""wake_at" > ?3 AND "held_until" IS NULL"#
    private static let beyond = #""wake_at" > ?1 AND "held_until" IS NULL"#
    /// An intent with a schedule is compared with its bank as rarely as a usable enrollment.
    private static let strandedIntents =
        #""wake_at" > ?1 AND ("status" <> 'SCHEDULED' OR "wake_at" > ?3) AND "held_until" IS NULL"#
    private static let byDue = #""enrollment" INDEXED BY "enrollment_due""#

    private static func selection(
        enrollments: [(from: String, condition: String)],
        intents: String,
        others: String
    ) -> String {
        let branches =
            enrollments.map { branch("enrollment", from: $0.from, where: $0.condition) } + [
                branch("payment-intent", from: #""payment_intent""#, where: intents),
                branch("customer", from: #""customer""#, where: others),
            ]
        return """
            SELECT "kind", "id" FROM (\(branches.joined(separator: " UNION ALL "))) AS "due"
            ORDER BY "wake_at", "id" LIMIT ?2
            """
    }

    /// One part of the selection, with its own limit, so that a long queue is never sorted as a whole.
    private static func branch(_ kind: String, from table: String, where condition: String) -> String {
        """
        SELECT * FROM (
            SELECT '\(kind)' AS "kind", "id", "wake_at" FROM \(table)
            WHERE "wake_at" IS NOT NULL AND \(condition)
            ORDER BY "wake_at" LIMIT ?2) AS "found"
        """
    }

    /// Claims in PostgreSQL; each condition has its own limit, so that a long queue is never sorted as a whole.
    ///
    /// The statement holds the first of the locked rows of all kinds.
    private static func claim(
        enrollments: [String],
        intents: String,
        others: String,
        until end: String,
        by node: String
    ) -> String {
        func conditions(_ table: String) -> [String] {
            switch table {
            case "enrollment": enrollments
            case "payment_intent": [intents]
            default: [others]
            }
        }
        let branches = kinds.flatMap { kind, table in
            conditions(table).map { condition in
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
    // The holds of other nodes remain theirs, and a dead node's holds are free once their time is over. No node can
    // tell a dead node from one that stands still, so only time ends its holds. A file's process owns all holds. Every
    // usable enrollment has a time to wake at.

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
