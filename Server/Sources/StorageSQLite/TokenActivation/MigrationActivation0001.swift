import SQLiteWriter

extension Migration {
    /// Activations with their keys, refusals, notices, links and audit.
    ///
    /// Texts that come from outside are kept as bytes: they are compared by bytes, and a bound text would end at its first
    /// NUL.
    static let tokenActivations = Migration(
        name: "0001_activations",
        sql: activationTables + activationOutboxTables + activationAuditTable
    )

    private static let activationTables = """
        CREATE TABLE "activation" (
            "position" INTEGER NOT NULL PRIMARY KEY,
            "id" TEXT NOT NULL UNIQUE,
            "version" INTEGER NOT NULL CHECK ("version" > 0),
            "tenant" BLOB NOT NULL,
            "holder" BLOB NOT NULL,
            "client" BLOB NOT NULL,
            "card" BLOB NOT NULL,
            "network" TEXT NOT NULL,
            "token" BLOB NOT NULL,
            "card_name" BLOB NOT NULL,
            "last_four" BLOB NOT NULL,
            "requestor" BLOB,
            "wallet_name" BLOB,
            "device_id" BLOB,
            "device_index" INTEGER,
            "device_name" BLOB,
            "state" TEXT NOT NULL CHECK ("state" IN ('ACTIVATING', 'ACTIVE', 'DECLINED', 'REFUSED', 'FAILED')),
            "detail" TEXT,
            "token_state" TEXT,
            "step_up_opened_at" INTEGER,
            "created_at" INTEGER NOT NULL,
            "updated_at" INTEGER NOT NULL,
            "held_until" INTEGER,
            "wake_at" INTEGER,
            CHECK ("state" <> 'ACTIVATING' OR "wake_at" IS NOT NULL)
        ) STRICT;
        CREATE INDEX "activation_standing" ON "activation" ("network", "token", "position") WHERE "state" <> 'REFUSED';
        CREATE INDEX "activation_wake" ON "activation" ("wake_at") WHERE "wake_at" IS NOT NULL;
        CREATE INDEX "activation_rest" ON "activation" ("created_at") WHERE "wake_at" IS NULL;

        CREATE TABLE "idempotency_key" (
            "scope" BLOB NOT NULL PRIMARY KEY,
            "fingerprint" BLOB NOT NULL,
            "activation" TEXT NOT NULL REFERENCES "activation" ("id") ON DELETE CASCADE,
            "created_at" INTEGER NOT NULL,
            "expires_at" INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX "idempotency_key_activation" ON "idempotency_key" ("activation");
        CREATE INDEX "idempotency_key_expiry" ON "idempotency_key" ("expires_at");

        CREATE TABLE "card_refusal" (
            "activation" TEXT NOT NULL PRIMARY KEY,
            "card" BLOB NOT NULL,
            "at" INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX "card_refusal_card" ON "card_refusal" ("card", "at");
        CREATE INDEX "card_refusal_at" ON "card_refusal" ("at");

        """

    private static let activationOutboxTables = """
        CREATE TABLE "notice" (
            "activation" TEXT NOT NULL PRIMARY KEY REFERENCES "activation" ("id") ON DELETE CASCADE,
            "version" INTEGER NOT NULL CHECK ("version" > 0),
            "created_at" INTEGER NOT NULL,
            "due_at" INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX "notice_due" ON "notice" ("due_at");

        CREATE TABLE "suspension_link" (
            "digest" BLOB NOT NULL PRIMARY KEY,
            "activation" TEXT NOT NULL REFERENCES "activation" ("id") ON DELETE CASCADE,
            "expires_at" INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX "suspension_link_activation" ON "suspension_link" ("activation");
        CREATE INDEX "suspension_link_expiry" ON "suspension_link" ("expires_at");

        """

    private static let activationAuditTable = """
        CREATE TABLE "audit_entry" (
            "chain" BLOB NOT NULL,
            "sequence" INTEGER NOT NULL CHECK ("sequence" > 0),
            "at" INTEGER NOT NULL,
            "actor" BLOB NOT NULL,
            "action" TEXT NOT NULL,
            "outcome" TEXT NOT NULL,
            "activation" TEXT,
            "content" BLOB,
            "previous" BLOB NOT NULL,
            "hash" BLOB NOT NULL,
            PRIMARY KEY ("chain", "sequence")
        ) STRICT;
        """
}
