/// The statements over activations, in full.
enum ActivationStatement {
    private static let columns = """
        "id", "version", "tenant", "holder", "client", "card", "network", "token", "card_name", "last_four", "requestor",
        "wallet_name", "device_id", "device_index", "device_name", "state", "detail", "token_state", "step_up_opened_at",
        "created_at", "updated_at", "held_until", "wake_at"
        """

    static let one = #"SELECT \#(columns) FROM "activation" WHERE "id" = ?1"#

    static let standing = """
        SELECT \(columns) FROM "activation" WHERE "network" = ?1 AND "token" = ?2 AND "state" <> 'REFUSED'
        ORDER BY "position" DESC LIMIT 1
        """

    static let due = """
        SELECT \(columns) FROM "activation" WHERE "wake_at" IS NOT NULL AND "wake_at" <= ?1 ORDER BY "wake_at" LIMIT ?2
        """

    static let insert = """
        INSERT INTO "activation" (\(columns))
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23)
        ON CONFLICT ("id") DO NOTHING
        """

    static let replace = """
        UPDATE "activation" SET "version" = "version" + 1, "state" = ?3, "detail" = ?4, "token_state" = ?5,
            "updated_at" = ?6, "held_until" = ?7, "wake_at" = ?8
        WHERE "id" = ?1 AND "version" = ?2
        """

    static let standingVersion = """
        SELECT "id", "version" FROM "activation" WHERE "network" = ?1 AND "token" = ?2 AND "state" <> 'REFUSED'
        ORDER BY "position" DESC LIMIT 1
        """

    static let key = """
        SELECT "scope", "fingerprint", "activation", "created_at", "expires_at" FROM "idempotency_key" WHERE "scope" = ?1
        """

    static let claim = """
        INSERT INTO "idempotency_key" ("scope", "fingerprint", "activation", "created_at", "expires_at")
        VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT ("scope") DO UPDATE SET "fingerprint" = excluded."fingerprint",
            "activation" = excluded."activation", "created_at" = excluded."created_at",
            "expires_at" = excluded."expires_at"
        WHERE "idempotency_key"."expires_at" <= excluded."created_at"
        """

    static let refusals = #"SELECT "at" FROM "card_refusal" WHERE "card" = ?1 AND "at" > ?2 ORDER BY "at""#

    static let countRefusals = #"SELECT COUNT(*) FROM "card_refusal" WHERE "card" = ?1 AND "at" > ?2"#

    static let refuse = """
        INSERT INTO "card_refusal" ("activation", "card", "at") VALUES (?1, ?2, ?3) ON CONFLICT ("activation") DO NOTHING
        """

    static let notice = #"SELECT "activation", "version", "created_at", "due_at" FROM "notice" WHERE "activation" = ?1"#

    static let dueNotices = """
        SELECT "activation", "version", "created_at", "due_at" FROM "notice" WHERE "due_at" <= ?1 ORDER BY "due_at" LIMIT ?2
        """

    static let insertNotice = """
        INSERT INTO "notice" ("activation", "version", "created_at", "due_at") VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT ("activation") DO NOTHING
        """

    static let replaceNotice = """
        UPDATE "notice" SET "version" = "version" + 1, "due_at" = ?3 WHERE "activation" = ?1 AND "version" = ?2
        """

    static let removeNotice = #"DELETE FROM "notice" WHERE "activation" = ?1 AND "version" = ?2"#

    static let link = #"SELECT "digest", "activation", "expires_at" FROM "suspension_link" WHERE "digest" = ?1"#

    static let insertLink = """
        INSERT INTO "suspension_link" ("digest", "activation", "expires_at") VALUES (?1, ?2, ?3)
        ON CONFLICT ("digest") DO NOTHING
        """

    static let removeLinks = #"DELETE FROM "suspension_link" WHERE "activation" = ?1"#

    private static let auditColumns = """
        "sequence", "at", "actor", "action", "outcome", "activation", "content", "previous", "hash"
        """

    static let audit = """
        SELECT \(auditColumns) FROM "audit_entry" WHERE "chain" = ?1 AND "sequence" > ?2 ORDER BY "sequence" LIMIT ?3
        """

    static let auditHead = """
        SELECT "sequence", "hash" FROM "audit_entry" WHERE "chain" = ?1 ORDER BY "sequence" DESC LIMIT 1
        """

    static let addAudit = """
        INSERT INTO "audit_entry" ("chain", \(auditColumns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        """

    static let removeKeys = """
        DELETE FROM "idempotency_key" WHERE "rowid" IN (
            SELECT "rowid" FROM "idempotency_key" WHERE "expires_at" <= ?1 ORDER BY "expires_at" LIMIT ?2
        )
        """

    static let removeOldLinks = """
        DELETE FROM "suspension_link" WHERE "rowid" IN (
            SELECT "rowid" FROM "suspension_link" WHERE "expires_at" <= ?1 ORDER BY "expires_at" LIMIT ?2
        )
        """

    static let removeRefusals = """
        DELETE FROM "card_refusal" WHERE "rowid" IN (
            SELECT "rowid" FROM "card_refusal" WHERE "at" < ?1 ORDER BY "at" LIMIT ?2
        )
        """

    static let removeActivations = """
        DELETE FROM "activation" WHERE "position" IN (
            SELECT "position" FROM "activation" WHERE "wake_at" IS NULL AND "created_at" < ?1
            ORDER BY "created_at" LIMIT ?2
        )
        """

    static let all = [
        one, standing, due, insert, replace, standingVersion, key, claim, refusals, countRefusals, refuse, notice,
        dueNotices, insertNotice, replaceNotice, removeNotice, link, insertLink, removeLinks, audit, auditHead,
        addAudit, removeKeys, removeOldLinks, removeRefusals, removeActivations,
    ]
}
