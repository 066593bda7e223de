import ChaveBase
import SQLPort

/// The statements over sign-in's records, in full.
enum RecordStatement {
    static let one = text(#"SELECT "version", "body" FROM "record" WHERE "tenant" = ?1 AND "kind" = ?2 AND "id" = ?3"#)

    // A cross join keeps its order in SQLite, with the index first, whatever sizes SQLite estimates.
    private static let indexed = """
        SELECT "r"."tenant", "r"."kind", "r"."id", "r"."version", "r"."body"
        FROM "record_index" AS "i" CROSS JOIN "record" AS "r"
        WHERE "i"."kind" = ?1 AND "i"."name" = ?2 AND "i"."digest" = ?3
            AND "r"."tenant" = "i"."tenant" AND "r"."kind" = "i"."kind" AND "r"."id" = "i"."id"
        """

    static let byIndex = text(#"\#(indexed) ORDER BY "i"."tenant", "i"."id" LIMIT ?4"#)

    static let byIndexAfter = text(
        #"\#(indexed) AND ("i"."tenant", "i"."id") > (?5, ?6) ORDER BY "i"."tenant", "i"."id" LIMIT ?4"#
    )

    private static let whole = #"SELECT "tenant", "kind", "id", "version", "body" FROM "record""#

    static let ofTenant = text(#"\#(whole) WHERE "tenant" = ?1 AND "kind" = ?2 ORDER BY "id" LIMIT ?3"#)

    static let ofTenantAfter = text(
        #"\#(whole) WHERE "tenant" = ?1 AND "kind" = ?2 AND "id" > ?4 ORDER BY "id" LIMIT ?3"#
    )

    static let every = text(
        """
        \(whole) WHERE ("tenant", "kind", "id") > (?1, ?2, ?3) ORDER BY "tenant", "kind", "id" LIMIT ?4
        """
    )

    static let first = text(#"\#(whole) ORDER BY "tenant", "kind", "id" LIMIT 1"#)

    static let last = text(#"\#(whole) ORDER BY "tenant" DESC, "kind" DESC, "id" DESC LIMIT 1"#)

    static let counts = text(#"SELECT "kind", COUNT(*) FROM "record" GROUP BY "kind""#)

    static let rewrite = text(
        """
        UPDATE "record" SET "version" = "version" + 1, "body" = ?5
        WHERE "tenant" = ?1 AND "kind" = ?2 AND "id" = ?3 AND "version" = ?4
        """
    )

    static let insert = text(
        """
        INSERT INTO "record" ("tenant", "kind", "id", "version", "expires_at", "body") VALUES (?1, ?2, ?3, 1, ?4, ?5)
        ON CONFLICT ("tenant", "kind", "id") DO NOTHING
        """,
        .changesRow
    )

    static let replace = text(
        """
        UPDATE "record" SET "version" = "version" + 1, "expires_at" = ?5, "body" = ?6
        WHERE "tenant" = ?1 AND "kind" = ?2 AND "id" = ?3 AND "version" = ?4
        """,
        .changesRow
    )

    static let remove = text(
        #"DELETE FROM "record" WHERE "tenant" = ?1 AND "kind" = ?2 AND "id" = ?3 AND "version" = ?4"#,
        .changesRow
    )

    static let require = text(
        #"SELECT 1 FROM "record" WHERE "tenant" = ?1 AND "kind" = ?2 AND "id" = ?3 AND "version" = ?4"#,
        .holdsRow(.shared)
    )

    static let forgetIndexes = text(
        #"DELETE FROM "record_index" WHERE "tenant" = ?1 AND "kind" = ?2 AND "id" = ?3"#
    )

    static let requireFree = text(
        """
        SELECT 1 FROM "record_index" WHERE "kind" = ?1 AND "name" = ?2 AND "digest" = ?3
            AND ("tenant" <> ?4 OR "id" <> ?5)
        """,
        .findsNone
    )

    // A record may name the same value twice.
    static let addIndex = text(
        """
        INSERT INTO "record_index" ("kind", "name", "digest", "tenant", "id", "is_unique")
        VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT ("kind", "name", "digest", "tenant", "id") DO NOTHING
        """
    )

    // MARK: In each database's own words
    //
    // Several nodes prune at the same time: PostgreSQL skips rows that another node has locked, so no node waits. The
    // statement checks the end twice, so that a record that got a later end in between stays.

    static let removeExpired = RecordSchema.all.text(
        sqlite: """
            DELETE FROM "record" WHERE "rowid" IN (
                SELECT "rowid" FROM "record" WHERE "expires_at" IS NOT NULL AND "expires_at" <= ?1
                ORDER BY "expires_at" LIMIT ?2)
            """,
        postgres: """
            WITH "gone" AS MATERIALIZED (
                SELECT "tenant", "kind", "id" FROM "record" WHERE "expires_at" <= ?1
                ORDER BY "expires_at" LIMIT ?2 FOR UPDATE SKIP LOCKED
            )
            DELETE FROM "record" AS "r" USING "gone" AS "g"
            WHERE "r"."tenant" = "g"."tenant" AND "r"."kind" = "g"."kind" AND "r"."id" = "g"."id"
                AND "r"."expires_at" <= ?1
            """
    )

    static let removeOldest = RecordSchema.all.text(
        sqlite: """
            DELETE FROM "record" WHERE "rowid" IN (
                SELECT "rowid" FROM "record" WHERE "tenant" = ?1 AND "kind" = ?2 AND "id" <= (
                    SELECT "id" FROM "record" WHERE "tenant" = ?1 AND "kind" = ?2 ORDER BY "id" DESC LIMIT 1 OFFSET ?3
                ) ORDER BY "id" LIMIT ?4)
            """,
        postgres: """
            WITH "gone" AS MATERIALIZED (
                SELECT "id" FROM "record" WHERE "tenant" = ?1 AND "kind" = ?2 AND "id" <= (
                    SELECT "id" FROM "record" WHERE "tenant" = ?1 AND "kind" = ?2
                    ORDER BY "id" DESC LIMIT 1 OFFSET ?3
                ) ORDER BY "id" LIMIT ?4 FOR UPDATE SKIP LOCKED
            )
            DELETE FROM "record" AS "r" USING "gone" AS "g"
            WHERE "r"."tenant" = ?1 AND "r"."kind" = ?2 AND "r"."id" = "g"."id"
            """
    )

    /// The queries and writes of a running server; a test reads their plans.
    static let ofServer = [
        one, byIndex, byIndexAfter, ofTenant, ofTenantAfter, every, rewrite, insert, replace, remove, require,
        forgetIndexes, requireFree, addIndex, removeExpired, removeOldest,
    ]

    private static func text(_ sql: String, _ demand: SQLDemand = .nothing) -> SQLText {
        RecordSchema.all.text(sql, demand)
    }
}
