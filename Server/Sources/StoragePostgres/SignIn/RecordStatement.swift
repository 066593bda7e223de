/// The statements over sign-in's records, in full.
///
/// A condition divides by the number of rows that meet it: where there is none, the whole commit fails at that place, in the
/// one round trip that it takes.
enum RecordStatement {
    static let one = """
        SELECT "version", "body" FROM "signin"."record" WHERE "tenant" = $1 AND "kind" = $2 AND "id" = $3
        """

    static let byIndex = """
        SELECT "r"."tenant", "r"."kind", "r"."id", "r"."version", "r"."body"
        FROM "signin"."record_index" AS "i" JOIN "signin"."record" AS "r"
            ON "r"."tenant" = "i"."tenant" AND "r"."kind" = "i"."kind" AND "r"."id" = "i"."id"
        WHERE "i"."kind" = $1 AND "i"."name" = $2 AND "i"."digest" = $3
        ORDER BY "i"."tenant", "i"."id" LIMIT $4
        """

    static let byIndexAfter = """
        SELECT "r"."tenant", "r"."kind", "r"."id", "r"."version", "r"."body"
        FROM "signin"."record_index" AS "i" JOIN "signin"."record" AS "r"
            ON "r"."tenant" = "i"."tenant" AND "r"."kind" = "i"."kind" AND "r"."id" = "i"."id"
        WHERE "i"."kind" = $1 AND "i"."name" = $2 AND "i"."digest" = $3
            AND ("i"."tenant", "i"."id") > ($5, $6)
        ORDER BY "i"."tenant", "i"."id" LIMIT $4
        """

    static let ofTenant = """
        SELECT "tenant", "kind", "id", "version", "body" FROM "signin"."record"
        WHERE "tenant" = $1 AND "kind" = $2 ORDER BY "id" LIMIT $3
        """

    static let ofTenantAfter = """
        SELECT "tenant", "kind", "id", "version", "body" FROM "signin"."record"
        WHERE "tenant" = $1 AND "kind" = $2 AND "id" > $4 ORDER BY "id" LIMIT $3
        """

    static let every = """
        SELECT "tenant", "kind", "id", "version", "body" FROM "signin"."record"
        WHERE ("tenant", "kind", "id") > ($1, $2, $3) ORDER BY "tenant", "kind", "id" LIMIT $4
        """

    static let first = """
        SELECT "tenant", "kind", "id", "version", "body" FROM "signin"."record"
        ORDER BY "tenant", "kind", "id" LIMIT 1
        """

    static let last = """
        SELECT "tenant", "kind", "id", "version", "body" FROM "signin"."record"
        ORDER BY "tenant" DESC, "kind" DESC, "id" DESC LIMIT 1
        """

    static let rewrite = """
        UPDATE "signin"."record" SET "version" = "version" + 1, "body" = $5
        WHERE "tenant" = $1 AND "kind" = $2 AND "id" = $3 AND "version" = $4
        """

    static let insert = """
        INSERT INTO "signin"."record" ("tenant", "kind", "id", "version", "expires_at", "body")
        VALUES ($1, $2, $3, 1, $4::bigint, $5)
        """

    static let replace = """
        WITH "done" AS (
            UPDATE "signin"."record" SET "version" = "version" + 1, "expires_at" = $5::bigint, "body" = $6
            WHERE "tenant" = $1 AND "kind" = $2 AND "id" = $3 AND "version" = $4 RETURNING 1
        ) SELECT 1 / COUNT(*) FROM "done"
        """

    static let remove = """
        WITH "done" AS (
            DELETE FROM "signin"."record"
            WHERE "tenant" = $1 AND "kind" = $2 AND "id" = $3 AND "version" = $4 RETURNING 1
        ) SELECT 1 / COUNT(*) FROM "done"
        """

    // Held until the commit: what was demanded stays as it is.
    static let require = """
        WITH "held" AS (
            SELECT 1 FROM "signin"."record"
            WHERE "tenant" = $1 AND "kind" = $2 AND "id" = $3 AND "version" = $4 FOR SHARE
        ) SELECT 1 / COUNT(*) FROM "held"
        """

    static let forgetIndexes = """
        DELETE FROM "signin"."record_index" WHERE "tenant" = $1 AND "kind" = $2 AND "id" = $3
        """

    static let requireFree = """
        SELECT 1 / (CASE WHEN EXISTS (
            SELECT 1 FROM "signin"."record_index" WHERE "kind" = $1 AND "name" = $2 AND "digest" = $3
                AND ("tenant" <> $4 OR "id" <> $5)
        ) THEN 0 ELSE 1 END)
        """

    // A record may name the same value twice.
    static let addIndex = """
        INSERT INTO "signin"."record_index" ("kind", "name", "digest", "tenant", "id", "is_unique")
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT ("kind", "name", "digest", "tenant", "id") DO NOTHING
        """

    // What another node writes or removes at the moment is left for the next time; asked twice, so that a record that was
    // given another end in between stays.
    static let removeExpired = """
        WITH "gone" AS MATERIALIZED (
            SELECT "tenant", "kind", "id" FROM "signin"."record" WHERE "expires_at" <= $1
            ORDER BY "expires_at" LIMIT $2 FOR UPDATE SKIP LOCKED
        )
        DELETE FROM "signin"."record" AS "r" USING "gone" AS "g"
        WHERE "r"."tenant" = "g"."tenant" AND "r"."kind" = "g"."kind" AND "r"."id" = "g"."id" AND "r"."expires_at" <= $1
        """

    static let removeOldest = """
        WITH "gone" AS MATERIALIZED (
            SELECT "id" FROM "signin"."record" WHERE "tenant" = $1 AND "kind" = $2 AND "id" <= (
                SELECT "id" FROM "signin"."record" WHERE "tenant" = $1 AND "kind" = $2
                ORDER BY "id" DESC LIMIT 1 OFFSET $3
            ) ORDER BY "id" LIMIT $4 FOR UPDATE SKIP LOCKED
        )
        DELETE FROM "signin"."record" AS "r" USING "gone" AS "g"
        WHERE "r"."tenant" = $1 AND "r"."kind" = $2 AND "r"."id" = "g"."id"
        """
}
