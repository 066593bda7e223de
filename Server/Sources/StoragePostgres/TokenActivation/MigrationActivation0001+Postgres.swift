extension PostgresMigration {
    /// Activations with their keys, refusals, notices, links and audit; beside SQLite's step of the same name.
    ///
    /// Texts that come from outside are kept as bytes, since a text here holds no NUL.
    static let tokenActivations = PostgresMigration(
        name: "0001_activations",
        statements: activationTables + activationOutboxTables + activationAuditTable
    )

    private static let activationTables = [
        """
        CREATE TABLE "token_activations"."activation" (
            "position" BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            "id" TEXT COLLATE "C" NOT NULL UNIQUE,
            "version" BIGINT NOT NULL CHECK ("version" > 0),
            "tenant" BYTEA NOT NULL,
            "holder" BYTEA NOT NULL,
            "client" BYTEA NOT NULL,
            "card" BYTEA NOT NULL,
            "network" TEXT COLLATE "C" NOT NULL,
            "token" BYTEA NOT NULL,
            "card_name" BYTEA NOT NULL,
            "last_four" BYTEA NOT NULL,
            "requestor" BYTEA,
            "wallet_name" BYTEA,
            "device_id" BYTEA,
            "device_index" BIGINT,
            "device_name" BYTEA,
            "state" TEXT COLLATE "C" NOT NULL
                CHECK ("state" IN ('ACTIVATING', 'ACTIVE', 'DECLINED', 'REFUSED', 'FAILED')),
            "detail" TEXT COLLATE "C",
            "token_state" TEXT COLLATE "C",
            "step_up_opened_at" BIGINT,
            "created_at" BIGINT NOT NULL,
            "updated_at" BIGINT NOT NULL,
            "held_until" BIGINT,
            "wake_at" BIGINT,
            CHECK ("state" <> 'ACTIVATING' OR "wake_at" IS NOT NULL)
        )
        """,
        """
        CREATE INDEX "activation_standing" ON "token_activations"."activation" ("network", "token", "position")
            WHERE "state" <> 'REFUSED'
        """,
        """
        CREATE INDEX "activation_wake" ON "token_activations"."activation" ("wake_at") WHERE "wake_at" IS NOT NULL
        """,
        """
        CREATE INDEX "activation_rest" ON "token_activations"."activation" ("created_at") WHERE "wake_at" IS NULL
        """,
        """
        CREATE TABLE "token_activations"."idempotency_key" (
            "scope" BYTEA NOT NULL PRIMARY KEY,
            "fingerprint" BYTEA NOT NULL,
            "activation" TEXT COLLATE "C" NOT NULL
                REFERENCES "token_activations"."activation" ("id") ON DELETE CASCADE,
            "created_at" BIGINT NOT NULL,
            "expires_at" BIGINT NOT NULL
        )
        """,
        #"CREATE INDEX "idempotency_key_activation" ON "token_activations"."idempotency_key" ("activation")"#,
        #"CREATE INDEX "idempotency_key_expiry" ON "token_activations"."idempotency_key" ("expires_at")"#,
        """
        CREATE TABLE "token_activations"."card_refusal" (
            "activation" TEXT COLLATE "C" NOT NULL PRIMARY KEY,
            "card" BYTEA NOT NULL,
            "at" BIGINT NOT NULL
        )
        """,
        #"CREATE INDEX "card_refusal_card" ON "token_activations"."card_refusal" ("card", "at")"#,
        #"CREATE INDEX "card_refusal_at" ON "token_activations"."card_refusal" ("at")"#,
    ]

    private static let activationOutboxTables = [
        """
        CREATE TABLE "token_activations"."notice" (
            "activation" TEXT COLLATE "C" NOT NULL PRIMARY KEY
                REFERENCES "token_activations"."activation" ("id") ON DELETE CASCADE,
            "version" BIGINT NOT NULL CHECK ("version" > 0),
            "created_at" BIGINT NOT NULL,
            "due_at" BIGINT NOT NULL
        )
        """,
        #"CREATE INDEX "notice_due" ON "token_activations"."notice" ("due_at")"#,
        """
        CREATE TABLE "token_activations"."suspension_link" (
            "digest" BYTEA NOT NULL PRIMARY KEY,
            "activation" TEXT COLLATE "C" NOT NULL
                REFERENCES "token_activations"."activation" ("id") ON DELETE CASCADE,
            "expires_at" BIGINT NOT NULL
        )
        """,
        #"CREATE INDEX "suspension_link_activation" ON "token_activations"."suspension_link" ("activation")"#,
        #"CREATE INDEX "suspension_link_expiry" ON "token_activations"."suspension_link" ("expires_at")"#,
    ]

    private static let activationAuditTable = [
        """
        CREATE TABLE "token_activations"."audit_entry" (
            "chain" BYTEA NOT NULL,
            "sequence" BIGINT NOT NULL CHECK ("sequence" > 0),
            "at" BIGINT NOT NULL,
            "actor" BYTEA NOT NULL,
            "action" TEXT COLLATE "C" NOT NULL,
            "outcome" TEXT COLLATE "C" NOT NULL,
            "activation" TEXT COLLATE "C",
            "content" BYTEA,
            "previous" BYTEA NOT NULL,
            "hash" BYTEA NOT NULL,
            PRIMARY KEY ("chain", "sequence")
        )
        """,
        // What SQLite's one writer does by itself: who decides over a token, a card or a chain has it until the commit.
        // Each row is deleted by the transaction that inserted it, so the table is empty.
        #"CREATE TABLE "token_activations"."held" ("name" BYTEA NOT NULL PRIMARY KEY)"#,
    ]
}
