/// The statements that find what waits for work, in full.
enum WorkStatement {
    private static let kinds = [
        (kind: "enrollment", table: "enrollment"), ("payment-intent", "payment_intent"), ("customer", "customer"),
    ]
    private static let isDue =
        #""wake_at" <= $1 AND ("held_until" IS NULL OR "held_until" <= $5 OR "held_until" > $6)"#

    static let due = claim(enrollments: [isDue], others: isDue)

    /// Only at the start and after a clock was set: what is held is worked on.
    static let stranded = claim(
        enrollments: [
            #""status" <> 'SUCCEEDED' AND "wake_at" > $1 AND "wake_at" <= $5 AND "held_until" IS NULL"#,
            #""wake_at" > $5 AND "held_until" IS NULL"#,
        ],
        others: #""wake_at" > $1 AND "held_until" IS NULL"#
    )

    /// Each condition is cut by itself, so that a long queue is never sorted as a whole; of those that are locked, the first of
    /// all kinds are held.
    private static func claim(enrollments: [String], others: String) -> String {
        let branches = kinds.flatMap { kind, table in
            (table == "enrollment" ? enrollments : [others]).map { condition in
                """
                SELECT * FROM (
                    SELECT '\(kind)'::text AS "kind", "organisation", "id", "wake_at" FROM "payments"."\(table)"
                    WHERE "wake_at" IS NOT NULL AND \(condition)
                    ORDER BY "wake_at" LIMIT $2 FOR UPDATE SKIP LOCKED) AS "\(table)s"
                """
            }
        }
        let holds = kinds.map { kind, table in
            """
            "\(table)_held" AS (
                UPDATE "payments"."\(table)" AS "o" SET "held_until" = $3, "held_by" = $4 FROM "due"
                WHERE "due"."kind" = '\(kind)' AND "o"."organisation" = "due"."organisation" AND "o"."id" = "due"."id")
            """
        }
        return """
            WITH "due" AS MATERIALIZED (
                SELECT * FROM (\(branches.joined(separator: " UNION ALL "))) AS "found"
                ORDER BY "wake_at", "id" LIMIT $2
            ), \(holds.joined(separator: ", "))
            SELECT "kind", "id" FROM "due" ORDER BY "wake_at", "id"
            """
    }

    static let releases =
        kinds.map { _, table in
            """
            UPDATE "payments"."\(table)" SET "held_until" = NULL, "held_by" = NULL
            WHERE "wake_at" IS NOT NULL AND "held_until" IS NOT NULL AND "held_by" = $1
            """
        } + [
            """
            UPDATE "payments"."idempotency" SET "held_until" = NULL, "held_by" = NULL
            WHERE "held_until" IS NOT NULL AND "held_by" = $1
            """
        ]

    static let prune = """
        DELETE FROM "payments"."idempotency" WHERE "scope" IN (
            SELECT "scope" FROM "payments"."idempotency" WHERE "created_at" < $1
            ORDER BY "created_at" LIMIT $2 FOR UPDATE SKIP LOCKED)
        """

    static let touch = """
        INSERT INTO "payments"."readiness" ("id", "at") VALUES (1, $1)
        ON CONFLICT ("id") DO UPDATE SET "at" = excluded."at"
        """
}
