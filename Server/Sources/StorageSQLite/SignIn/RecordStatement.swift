/// The statements over sign-in's records, in full.
enum RecordStatement {
    static let one = """
        SELECT "version", "body" FROM "record" WHERE "tenant" = ?1 AND "kind" = ?2 AND "id" = ?3
        """

    // The join is crossed so that the index leads, whatever SQLite guesses about sizes.
    static let byIndex = """
        SELECT "r"."tenant", "r"."id", "r"."version", "r"."body" FROM "record_index" AS "i" CROSS JOIN "record" AS "r"
        WHERE "i"."kind" = ?1 AND "i"."name" = ?2 AND "i"."digest" = ?3
            AND "r"."tenant" = "i"."tenant" AND "r"."kind" = "i"."kind" AND "r"."id" = "i"."id"
        ORDER BY "i"."tenant", "i"."id" LIMIT ?4
        """

    static let byIndexAfter = """
        SELECT "r"."tenant", "r"."id", "r"."version", "r"."body" FROM "record_index" AS "i" CROSS JOIN "record" AS "r"
        WHERE "i"."kind" = ?1 AND "i"."name" = ?2 AND "i"."digest" = ?3
            AND ("i"."tenant", "i"."id") > (?5, ?6)
            AND "r"."tenant" = "i"."tenant" AND "r"."kind" = "i"."kind" AND "r"."id" = "i"."id"
        ORDER BY "i"."tenant", "i"."id" LIMIT ?4
        """

    static let ofTenant = """
        SELECT "tenant", "id", "version", "body" FROM "record"
        WHERE "tenant" = ?1 AND "kind" = ?2 ORDER BY "id" LIMIT ?3
        """

    static let ofTenantAfter = """
        SELECT "tenant", "id", "version", "body" FROM "record"
        WHERE "tenant" = ?1 AND "kind" = ?2 AND "id" > ?4 ORDER BY "id" LIMIT ?3
        """

    static let every = """
        SELECT "tenant", "kind", "id", "version", "body" FROM "record"
        WHERE ("tenant", "kind", "id") > (?1, ?2, ?3) ORDER BY "tenant", "kind", "id" LIMIT ?4
        """

    static let rewrite = """
        UPDATE "record" SET "version" = "version" + 1, "body" = ?5
        WHERE "tenant" = ?1 AND "kind" = ?2 AND "id" = ?3 AND "version" = ?4
        """

    static let insert = """
        INSERT INTO "record" ("tenant", "kind", "id", "version", "expires_at", "body") VALUES (?1, ?2, ?3, 1, ?4, ?5)
        ON CONFLICT ("tenant", "kind", "id") DO NOTHING
        """

    static let replace = """
        UPDATE "record" SET "version" = "version" + 1, "expires_at" = ?5, "body" = ?6
        WHERE "tenant" = ?1 AND "kind" = ?2 AND "id" = ?3 AND "version" = ?4
        """

    static let remove = """
        DELETE FROM "record" WHERE "tenant" = ?1 AND "kind" = ?2 AND "id" = ?3 AND "version" = ?4
        """

    static let require = """
        SELECT 1 FROM "record" WHERE "tenant" = ?1 AND "kind" = ?2 AND "id" = ?3 AND "version" = ?4
        """

    static let forgetIndexes = """
        DELETE FROM "record_index" WHERE "tenant" = ?1 AND "kind" = ?2 AND "id" = ?3
        """

    static let holder = """
        SELECT 1 FROM "record_index" WHERE "kind" = ?1 AND "name" = ?2 AND "digest" = ?3
            AND ("tenant" <> ?4 OR "id" <> ?5) LIMIT 1
        """

    // A record may name the same value twice.
    static let addIndex = """
        INSERT INTO "record_index" ("kind", "name", "digest", "tenant", "id", "is_unique")
        VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT ("kind", "name", "digest", "tenant", "id") DO NOTHING
        """

    static let removeExpired = """
        DELETE FROM "record" WHERE "rowid" IN (
            SELECT "rowid" FROM "record" WHERE "expires_at" IS NOT NULL AND "expires_at" <= ?1
            ORDER BY "expires_at" LIMIT ?2
        )
        """

    static let removeOldest = """
        DELETE FROM "record" WHERE "rowid" IN (
            SELECT "rowid" FROM "record" WHERE "tenant" = ?1 AND "kind" = ?2 AND "id" <= (
                SELECT "id" FROM "record" WHERE "tenant" = ?1 AND "kind" = ?2 ORDER BY "id" DESC LIMIT 1 OFFSET ?3
            ) ORDER BY "id" LIMIT ?4
        )
        """

    static let all = [
        one, byIndex, byIndexAfter, ofTenant, ofTenantAfter, every, rewrite, insert, replace, remove, require,
        forgetIndexes, holder, addIndex, removeExpired, removeOldest,
    ]
}
