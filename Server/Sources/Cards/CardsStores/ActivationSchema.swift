import SQLPort

/// The tables of token activations.
///
/// Texts that come from outside are stored as bytes and compared by bytes.
enum ActivationSchema {
    static let all = StoreSchema(
        name: "token_activations",
        steps: [
            StoreSchema.Step(
                name: "0001_activations",
                statements: activations + keys + refusals + outbox + audit,
                ofPostgres: [held]
            )
        ],
        lockNumber: 0x6368_6176_6532
    )

    private static let activations = [
        """
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
        )
        """,
        """
        CREATE INDEX "activation_standing" ON "activation" ("network", "token", "position") WHERE "state" <> 'REFUSED'
        """,
        #"CREATE INDEX "activation_wake" ON "activation" ("wake_at") WHERE "wake_at" IS NOT NULL"#,
        #"CREATE INDEX "activation_rest" ON "activation" ("created_at") WHERE "wake_at" IS NULL"#,
    ]

    private static let keys = [
        """
        CREATE TABLE "idempotency_key" (
            "scope" BLOB NOT NULL PRIMARY KEY,
            "fingerprint" BLOB NOT NULL,
            "activation" TEXT NOT NULL REFERENCES "activation" ("id") ON DELETE CASCADE,
            "created_at" INTEGER NOT NULL,
            "expires_at" INTEGER NOT NULL
        )
        """,
        #"CREATE INDEX "idempotency_key_activation" ON "idempotency_key" ("activation")"#,
        #"CREATE INDEX "idempotency_key_expiry" ON "idempotency_key" ("expires_at")"#,
    ]

    private static let refusals = [
        """
        CREATE TABLE "card_refusal" (
            "activation" TEXT NOT NULL PRIMARY KEY,
            "card" BLOB NOT NULL,
            "at" INTEGER NOT NULL
        )
        """,
        #"CREATE INDEX "card_refusal_card" ON "card_refusal" ("card", "at")"#,
        #"CREATE INDEX "card_refusal_at" ON "card_refusal" ("at")"#,
    ]

    private static let outbox = [
        """
        CREATE TABLE "notice" (
            "activation" TEXT NOT NULL PRIMARY KEY REFERENCES "activation" ("id") ON DELETE CASCADE,
            "version" INTEGER NOT NULL CHECK ("version" > 0),
            "created_at" INTEGER NOT NULL,
            "due_at" INTEGER NOT NULL
        )
        """,
        #"CREATE INDEX "notice_due" ON "notice" ("due_at")"#,
        """
        CREATE TABLE "suspension_link" (
            "digest" BLOB NOT NULL PRIMARY KEY,
            "activation" TEXT NOT NULL REFERENCES "activation" ("id") ON DELETE CASCADE,
            "expires_at" INTEGER NOT NULL
        )
        """,
        #"CREATE INDEX "suspension_link_activation" ON "suspension_link" ("activation")"#,
        #"CREATE INDEX "suspension_link_expiry" ON "suspension_link" ("expires_at")"#,
    ]

    private static let audit = [
        """
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
        )
        """
    ]

    /// Gives a commit exclusive use of its tokens, cards and chains, as SQLite's single writer does by itself.
    ///
    /// The same transaction inserts and deletes a row, so the table is empty.
    private static let held = #"CREATE TABLE "held" ("name" BYTEA NOT NULL PRIMARY KEY)"#
}
