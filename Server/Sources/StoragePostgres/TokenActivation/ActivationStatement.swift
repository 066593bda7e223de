/// The statements over activations, in full.
///
/// A condition divides by the number of rows that meet it, as in sign-in's.
enum ActivationStatement {
    private static let columns = """
        "id", "version", "tenant", "holder", "client", "card", "network", "token", "card_name", "last_four", "requestor",
        "wallet_name", "device_id", "device_index", "device_name", "state", "detail", "token_state", "step_up_opened_at",
        "created_at", "updated_at", "held_until", "wake_at"
        """

    static let one = #"SELECT \#(columns) FROM "token_activations"."activation" WHERE "id" = $1"#

    static let standing = """
        SELECT \(columns) FROM "token_activations"."activation"
        WHERE "network" = $1 AND "token" = $2 AND "state" <> 'REFUSED' ORDER BY "position" DESC LIMIT 1
        """

    static let due = """
        SELECT \(columns) FROM "token_activations"."activation" WHERE "wake_at" <= $1 ORDER BY "wake_at" LIMIT $2
        """

    static let insert = """
        INSERT INTO "token_activations"."activation" (\(columns))
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::bytea, $12::bytea, $13::bytea, $14::bigint, $15::bytea, $16,
            $17::text, $18::text, $19::bigint, $20, $21, $22::bigint, $23::bigint)
        """

    static let replace = """
        WITH "done" AS (
            UPDATE "token_activations"."activation" SET "version" = "version" + 1, "state" = $3, "detail" = $4::text,
                "token_state" = $5::text, "updated_at" = $6, "held_until" = $7::bigint, "wake_at" = $8::bigint
            WHERE "id" = $1 AND "version" = $2 RETURNING 1
        ) SELECT 1 / COUNT(*) FROM "done"
        """

    static let requireStanding = """
        WITH "standing" AS (
            SELECT "id", "version" FROM "token_activations"."activation"
            WHERE "network" = $1 AND "token" = $2 AND "state" <> 'REFUSED' ORDER BY "position" DESC LIMIT 1 FOR SHARE
        ) SELECT 1 / COUNT(*) FROM "standing" WHERE "id" = $3 AND "version" = $4
        """

    static let requireNoneStanding = """
        SELECT 1 / (CASE WHEN EXISTS (
            SELECT 1 FROM "token_activations"."activation"
            WHERE "network" = $1 AND "token" = $2 AND "state" <> 'REFUSED'
        ) THEN 0 ELSE 1 END)
        """

    static let key = """
        SELECT "scope", "fingerprint", "activation", "created_at", "expires_at"
        FROM "token_activations"."idempotency_key" WHERE "scope" = $1
        """

    static let claim = """
        WITH "done" AS (
            INSERT INTO "token_activations"."idempotency_key" AS "k"
                ("scope", "fingerprint", "activation", "created_at", "expires_at")
            VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT ("scope") DO UPDATE SET "fingerprint" = excluded."fingerprint",
                "activation" = excluded."activation", "created_at" = excluded."created_at",
                "expires_at" = excluded."expires_at"
            WHERE "k"."expires_at" <= excluded."created_at" RETURNING 1
        ) SELECT 1 / COUNT(*) FROM "done"
        """

    static let refusals = """
        SELECT "at" FROM "token_activations"."card_refusal" WHERE "card" = $1 AND "at" > $2 ORDER BY "at"
        """

    static let requireRefusals = """
        SELECT 1 / (CASE WHEN COUNT(*) = $3 THEN 1 ELSE 0 END)
        FROM "token_activations"."card_refusal" WHERE "card" = $1 AND "at" > $2
        """

    static let refuse = """
        INSERT INTO "token_activations"."card_refusal" ("activation", "card", "at") VALUES ($1, $2, $3)
        ON CONFLICT ("activation") DO NOTHING
        """

    static let notice = """
        SELECT "activation", "version", "created_at", "due_at" FROM "token_activations"."notice" WHERE "activation" = $1
        """

    static let dueNotices = """
        SELECT "activation", "version", "created_at", "due_at" FROM "token_activations"."notice"
        WHERE "due_at" <= $1 ORDER BY "due_at" LIMIT $2
        """

    static let insertNotice = """
        INSERT INTO "token_activations"."notice" ("activation", "version", "created_at", "due_at")
        VALUES ($1, $2, $3, $4)
        """

    static let replaceNotice = """
        WITH "done" AS (
            UPDATE "token_activations"."notice" SET "version" = "version" + 1, "due_at" = $3
            WHERE "activation" = $1 AND "version" = $2 RETURNING 1
        ) SELECT 1 / COUNT(*) FROM "done"
        """

    static let removeNotice = """
        WITH "done" AS (
            DELETE FROM "token_activations"."notice" WHERE "activation" = $1 AND "version" = $2 RETURNING 1
        ) SELECT 1 / COUNT(*) FROM "done"
        """

    static let link = """
        SELECT "digest", "activation", "expires_at" FROM "token_activations"."suspension_link" WHERE "digest" = $1
        """

    static let insertLink = """
        INSERT INTO "token_activations"."suspension_link" ("digest", "activation", "expires_at") VALUES ($1, $2, $3)
        """

    static let removeLinks = #"DELETE FROM "token_activations"."suspension_link" WHERE "activation" = $1"#

    private static let auditColumns = """
        "sequence", "at", "actor", "action", "outcome", "activation", "content", "previous", "hash"
        """

    static let audit = """
        SELECT \(auditColumns) FROM "token_activations"."audit_entry"
        WHERE "chain" = $1 AND "sequence" > $2 ORDER BY "sequence" LIMIT $3
        """

    static let every = #"SELECT \#(columns) FROM "token_activations"."activation" ORDER BY "position""#

    static let everyAudit = """
        SELECT "chain", \(auditColumns) FROM "token_activations"."audit_entry" ORDER BY "chain", "sequence"
        """

    /// How many rows of another table name an activation that is not there.
    static func orphans(_ table: String) -> String {
        """
        SELECT COUNT(*) FROM "token_activations"."\(table)" AS "r" WHERE NOT EXISTS (
            SELECT 1 FROM "token_activations"."activation" AS "a" WHERE "a"."id" = "r"."activation")
        """
    }

    static let auditHead = """
        SELECT "sequence", "hash" FROM "token_activations"."audit_entry"
        WHERE "chain" = $1 ORDER BY "sequence" DESC LIMIT 1
        """

    static let addAudit = """
        INSERT INTO "token_activations"."audit_entry" ("chain", \(auditColumns))
        VALUES ($1, $2, $3, $4, $5, $6, $7::text, $8::bytea, $9, $10)
        """

    static let hold = #"INSERT INTO "token_activations"."held" ("name") VALUES ($1)"#

    static let letGo = #"DELETE FROM "token_activations"."held" WHERE "name" = $1"#
}
