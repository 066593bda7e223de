import ChaveBase
import SQLPort

/// All statements over activations.
enum ActivationStatement {
    private static let columns = """
        "id", "version", "tenant", "holder", "client", "card", "network", "token", "card_name", "last_four", "requestor",
        "wallet_name", "device_id", "device_index", "device_name", "state", "detail", "token_state", "step_up_opened_at",
        "created_at", "updated_at", "held_until", "wake_at"
        """

    static let one = text(#"SELECT \#(columns) FROM "activation" WHERE "id" = ?1"#)

    static let standing = text(
        """
        SELECT \(columns) FROM "activation" WHERE "network" = ?1 AND "token" = ?2 AND "state" <> 'REFUSED'
        ORDER BY "position" DESC LIMIT 1
        """
    )

    static let due = text(
        """
        SELECT \(columns) FROM "activation" WHERE "wake_at" IS NOT NULL AND "wake_at" <= ?1
        ORDER BY "wake_at" LIMIT ?2
        """
    )

    static let every = text(#"SELECT \#(columns) FROM "activation" ORDER BY "position""#)

    static let insert = text(
        """
        INSERT INTO "activation" (\(columns))
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23)
        ON CONFLICT ("id") DO NOTHING
        """,
        .changesRow
    )

    static let replace = text(
        """
        UPDATE "activation" SET "version" = "version" + 1, "state" = ?3, "detail" = ?4, "token_state" = ?5,
            "updated_at" = ?6, "held_until" = ?7, "wake_at" = ?8
        WHERE "id" = ?1 AND "version" = ?2
        """,
        .changesRow
    )

    static let requireStanding = text(
        """
        SELECT 1 FROM "activation" WHERE "id" = ?3 AND "version" = ?4 AND "position" = (
            SELECT MAX("position") FROM "activation" WHERE "network" = ?1 AND "token" = ?2 AND "state" <> 'REFUSED')
        """,
        .holdsRow(.shared)
    )

    static let requireNoneStanding = text(
        #"SELECT 1 FROM "activation" WHERE "network" = ?1 AND "token" = ?2 AND "state" <> 'REFUSED'"#,
        .findsNone
    )

    static let key = text(
        """
        SELECT "scope", "fingerprint", "activation", "created_at", "expires_at" FROM "idempotency_key" WHERE "scope" = ?1
        """
    )

    static let claim = text(
        """
        INSERT INTO "idempotency_key" ("scope", "fingerprint", "activation", "created_at", "expires_at")
        VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT ("scope") DO UPDATE SET "fingerprint" = excluded."fingerprint",
            "activation" = excluded."activation", "created_at" = excluded."created_at",
            "expires_at" = excluded."expires_at"
        WHERE "idempotency_key"."expires_at" <= excluded."created_at"
        """,
        .changesRow
    )

    static let refusals = text(#"SELECT "at" FROM "card_refusal" WHERE "card" = ?1 AND "at" > ?2 ORDER BY "at""#)

    static let requireRefusals = text(
        #"SELECT 1 WHERE ?3 = (SELECT COUNT(*) FROM "card_refusal" WHERE "card" = ?1 AND "at" > ?2)"#,
        .findsRow
    )

    static let refuse = text(
        """
        INSERT INTO "card_refusal" ("activation", "card", "at") VALUES (?1, ?2, ?3) ON CONFLICT ("activation") DO NOTHING
        """
    )

    static let notice = text(
        #"SELECT "activation", "version", "created_at", "due_at" FROM "notice" WHERE "activation" = ?1"#
    )

    static let dueNotices = text(
        """
        SELECT "activation", "version", "created_at", "due_at" FROM "notice" WHERE "due_at" <= ?1 ORDER BY "due_at" LIMIT ?2
        """
    )

    static let insertNotice = text(
        """
        INSERT INTO "notice" ("activation", "version", "created_at", "due_at") VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT ("activation") DO NOTHING
        """,
        .changesRow
    )

    static let replaceNotice = text(
        """
        UPDATE "notice" SET "version" = "version" + 1, "due_at" = ?3 WHERE "activation" = ?1 AND "version" = ?2
        """,
        .changesRow
    )

    static let removeNotice = text(#"DELETE FROM "notice" WHERE "activation" = ?1 AND "version" = ?2"#, .changesRow)

    static let link = text(#"SELECT "digest", "activation", "expires_at" FROM "suspension_link" WHERE "digest" = ?1"#)

    static let insertLink = text(
        """
        INSERT INTO "suspension_link" ("digest", "activation", "expires_at") VALUES (?1, ?2, ?3)
        ON CONFLICT ("digest") DO NOTHING
        """,
        .changesRow
    )

    static let removeLinks = text(#"DELETE FROM "suspension_link" WHERE "activation" = ?1"#)

    private static let auditColumns = """
        "sequence", "at", "actor", "action", "outcome", "activation", "content", "previous", "hash"
        """

    static let audit = text(
        """
        SELECT \(auditColumns) FROM "audit_entry" WHERE "chain" = ?1 AND "sequence" > ?2 ORDER BY "sequence" LIMIT ?3
        """
    )

    static let everyAudit = text(
        #"SELECT "chain", \#(auditColumns) FROM "audit_entry" ORDER BY "chain", "sequence""#
    )

    static let auditHead = text(
        #"SELECT "sequence", "hash" FROM "audit_entry" WHERE "chain" = ?1 ORDER BY "sequence" DESC LIMIT 1"#
    )

    static let addAudit = text(
        """
        INSERT INTO "audit_entry" ("chain", \(auditColumns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        """
    )

    // Each statement checks the time twice: a row stays when another node has meanwhile given it a later end.

    static let removeKeys = text(
        """
        DELETE FROM "idempotency_key" WHERE "expires_at" <= ?1 AND "scope" IN (
            SELECT "scope" FROM "idempotency_key" WHERE "expires_at" <= ?1 ORDER BY "expires_at" LIMIT ?2)
        """
    )

    static let removeOldLinks = text(
        """
        DELETE FROM "suspension_link" WHERE "expires_at" <= ?1 AND "digest" IN (
            SELECT "digest" FROM "suspension_link" WHERE "expires_at" <= ?1 ORDER BY "expires_at" LIMIT ?2)
        """
    )

    static let removeRefusals = text(
        """
        DELETE FROM "card_refusal" WHERE "at" < ?1 AND "activation" IN (
            SELECT "activation" FROM "card_refusal" WHERE "at" < ?1 ORDER BY "at" LIMIT ?2)
        """
    )

    static let removeActivations = text(
        """
        DELETE FROM "activation" WHERE "wake_at" IS NULL AND "created_at" < ?1 AND "position" IN (
            SELECT "position" FROM "activation" WHERE "wake_at" IS NULL AND "created_at" < ?1
            ORDER BY "created_at" LIMIT ?2)
        """
    )

    // MARK: Of PostgreSQL alone: see the table `held`

    static let hold = ActivationSchema.all.text(sqlite: nil, postgres: #"INSERT INTO "held" ("name") VALUES (?1)"#)

    static let letGo = ActivationSchema.all.text(sqlite: nil, postgres: #"DELETE FROM "held" WHERE "name" = ?1"#)

    /// Counts rows that refer to a missing activation; SQLite checks its references by itself.
    static let orphans = ["idempotency_key", "notice", "suspension_link"].map { table in
        let counting = ActivationSchema.all.text(
            sqlite: nil,
            postgres: """
                SELECT COUNT(*) FROM "\(table)" AS "r" WHERE NOT EXISTS (
                    SELECT 1 FROM "activation" AS "a" WHERE "a"."id" = "r"."activation")
                """
        )
        return (table: table, counting: counting)
    }

    /// One row count for each table.
    static let counts = [
        "activation", "idempotency_key", "card_refusal", "notice", "suspension_link", "audit_entry",
    ].map { table in (table: table, counting: text("SELECT COUNT(*) FROM \"\(table)\"")) }

    /// The reads and writes of a running server; a test reads their query plans.
    static let ofServer = [
        one, standing, due, insert, replace, requireStanding, requireNoneStanding, key, claim, refusals,
        requireRefusals,
        refuse, notice, dueNotices, insertNotice, replaceNotice, removeNotice, link, insertLink, removeLinks, audit,
        auditHead, addAudit, removeKeys, removeOldLinks, removeRefusals, removeActivations,
    ]

    private static func text(_ sql: String, _ demand: SQLDemand = .nothing) -> SQLText {
        ActivationSchema.all.text(sql, demand)
    }
}
