import SQLPort

/// The bank's tables.
///
/// Times are microseconds, money is centavos. An account's balance is the sum of its entries, stored beside them so
/// that a payment does not read its history. A consent without a confirmation in time is not a refusal: a cancelled
/// order leaves one. Open and ended enrollments have separate lists, so that many of one kind do not hide a few of the
/// other.
enum BankSchema {
    static let all = StoreSchema(
        name: "bank",
        steps: [StoreSchema.Step(name: "0001_bank_tables", statements: bank)],
        lockNumber: 0x6368_6176_6562
    )

    private static let bank = [
        """
        CREATE TABLE "bank_secret" (
            "name" TEXT NOT NULL PRIMARY KEY,
            "value" BLOB NOT NULL
        )
        """,
        """
        CREATE TABLE "institution_key" (
            "ispb" TEXT NOT NULL PRIMARY KEY,
            "pem" TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE "account" (
            "id" INTEGER NOT NULL PRIMARY KEY,
            "place" TEXT NOT NULL UNIQUE,
            "ispb" TEXT NOT NULL,
            "holder" TEXT,
            "issuer" TEXT,
            "number" TEXT,
            "type" TEXT,
            "approvers" INTEGER NOT NULL,
            "balance" INTEGER NOT NULL
        )
        """,
        #"CREATE INDEX "account_of_holder" ON "account" ("ispb", "holder") WHERE "holder" IS NOT NULL"#,
        """
        CREATE TABLE "ledger_entry" (
            "movement" TEXT NOT NULL,
            "account" INTEGER NOT NULL REFERENCES "account" ("id"),
            "amount" INTEGER NOT NULL CHECK ("amount" <> 0),
            "made_at" INTEGER NOT NULL,
            PRIMARY KEY ("movement", "account")
        ) WITHOUT ROWID
        """,
        #"CREATE INDEX "ledger_entry_of_account" ON "ledger_entry" ("account", "made_at")"#,
        """
        CREATE TABLE "enrollment" (
            "position" INTEGER NOT NULL PRIMARY KEY,
            "id" TEXT NOT NULL UNIQUE,
            "ispb" TEXT NOT NULL,
            "client" TEXT NOT NULL,
            "cpf" TEXT NOT NULL,
            "name" TEXT,
            "permissions" TEXT NOT NULL,
            "status" TEXT NOT NULL,
            "deadline" INTEGER,
            "reason" TEXT,
            "additional_information" TEXT,
            "cancelled_from" TEXT,
            "cancelled_by" TEXT,
            "created_at" INTEGER NOT NULL,
            "changed_at" INTEGER NOT NULL,
            "valid_until" INTEGER,
            "account" INTEGER REFERENCES "account" ("id"),
            "transaction_limit" INTEGER,
            "daily_limit" INTEGER,
            "spent_day" TEXT,
            "spent" INTEGER NOT NULL DEFAULT 0,
            "options_ready_at" INTEGER,
            "refresh_digest" BLOB,
            "refresh_client" TEXT,
            "challenge" BLOB,
            "platform" TEXT,
            "user_handle" BLOB,
            "credential_id" BLOB,
            "public_key" BLOB,
            "sign_count" INTEGER NOT NULL DEFAULT 0,
            "backup_eligible" INTEGER NOT NULL DEFAULT 0,
            "backup_state" INTEGER NOT NULL DEFAULT 0
        )
        """,
        """
        CREATE INDEX "enrollment_open_of_holder" ON "enrollment" ("ispb", "cpf", "position")
            WHERE "status" NOT IN ('REJECTED', 'REVOKED')
        """,
        """
        CREATE INDEX "enrollment_ended_of_holder" ON "enrollment" ("ispb", "cpf", "changed_at", "position")
            WHERE "status" IN ('REJECTED', 'REVOKED')
        """,
        #"CREATE INDEX "enrollment_due" ON "enrollment" ("deadline") WHERE "deadline" IS NOT NULL"#,
        """
        CREATE TABLE "authorization_request" (
            "ticket" BLOB NOT NULL PRIMARY KEY,
            "enrollment" TEXT NOT NULL REFERENCES "enrollment" ("id"),
            "ispb" TEXT NOT NULL,
            "client" TEXT NOT NULL,
            "redirect_uri" TEXT NOT NULL,
            "state" TEXT NOT NULL,
            "nonce" TEXT NOT NULL,
            "code_challenge" TEXT NOT NULL,
            "expires_at" INTEGER NOT NULL,
            "decided_at" INTEGER,
            "code_digest" BLOB UNIQUE,
            "code_used_at" INTEGER
        )
        """,
        #"CREATE INDEX "authorization_request_of" ON "authorization_request" ("enrollment")"#,
        #"CREATE INDEX "authorization_request_due" ON "authorization_request" ("expires_at")"#,
        """
        CREATE TABLE "page_session" (
            "digest" BLOB NOT NULL PRIMARY KEY,
            "ticket" BLOB NOT NULL,
            "cpf" TEXT NOT NULL,
            "expires_at" INTEGER NOT NULL
        )
        """,
        #"CREATE INDEX "page_session_due" ON "page_session" ("expires_at")"#,
        """
        CREATE TABLE "holder_session" (
            "digest" BLOB NOT NULL PRIMARY KEY,
            "ispb" TEXT NOT NULL,
            "cpf" TEXT NOT NULL,
            "expires_at" INTEGER NOT NULL
        )
        """,
        #"CREATE INDEX "holder_session_due" ON "holder_session" ("expires_at")"#,
        """
        CREATE TABLE "consent" (
            "id" TEXT NOT NULL PRIMARY KEY,
            "ispb" TEXT NOT NULL,
            "client" TEXT NOT NULL,
            "cpf" TEXT NOT NULL,
            "terms" BLOB NOT NULL,
            "amount" INTEGER NOT NULL,
            "date" TEXT NOT NULL,
            "debtor_account" BLOB,
            "status" TEXT NOT NULL,
            "deadline" INTEGER,
            "reason" TEXT,
            "created_at" INTEGER NOT NULL,
            "changed_at" INTEGER NOT NULL,
            "enrollment" TEXT REFERENCES "enrollment" ("id"),
            "challenge" BLOB,
            "challenge_enrollment" TEXT,
            "payment_refusal" TEXT
        )
        """,
        """
        CREATE INDEX "consent_refused_of_holder" ON "consent" ("ispb", "cpf", "changed_at")
            WHERE "reason" <> 'TEMPO_EXPIRADO_AUTORIZACAO' OR "payment_refusal" IS NOT NULL
        """,
        #"CREATE INDEX "consent_due" ON "consent" ("deadline") WHERE "deadline" IS NOT NULL"#,
        """
        CREATE TABLE "payment" (
            "position" INTEGER NOT NULL PRIMARY KEY,
            "id" TEXT NOT NULL UNIQUE,
            "client" TEXT NOT NULL,
            "end_to_end_id" TEXT NOT NULL UNIQUE,
            "ispb" TEXT NOT NULL,
            "consent" TEXT NOT NULL REFERENCES "consent" ("id"),
            "enrollment" TEXT NOT NULL REFERENCES "enrollment" ("id"),
            "debtor" INTEGER NOT NULL REFERENCES "account" ("id"),
            "creditor" INTEGER NOT NULL REFERENCES "account" ("id"),
            "amount" INTEGER NOT NULL CHECK ("amount" > 0),
            "terms" BLOB NOT NULL,
            "description" TEXT,
            "request_digest" BLOB NOT NULL,
            "initiator" TEXT NOT NULL,
            "spent_day" TEXT,
            "status" TEXT NOT NULL,
            "settles_at" INTEGER,
            "reason" TEXT,
            "cancellation" TEXT,
            "cancelled_from" TEXT,
            "cancelled_by" TEXT,
            "created_at" INTEGER NOT NULL,
            "changed_at" INTEGER NOT NULL
        )
        """,
        #"CREATE INDEX "payment_of_consent" ON "payment" ("consent", "position")"#,
        #"CREATE INDEX "payment_of_debtor" ON "payment" ("debtor", "position")"#,
        #"CREATE INDEX "payment_due" ON "payment" ("settles_at") WHERE "settles_at" IS NOT NULL"#,
        """
        CREATE TABLE "idempotency" (
            "id" INTEGER NOT NULL PRIMARY KEY,
            "ispb" TEXT NOT NULL,
            "client" TEXT NOT NULL,
            "endpoint" TEXT NOT NULL,
            "key" TEXT NOT NULL,
            "fingerprint" BLOB NOT NULL,
            "outcome" INTEGER NOT NULL,
            "status" INTEGER NOT NULL,
            "body" BLOB NOT NULL,
            "made_at" INTEGER NOT NULL,
            UNIQUE ("ispb", "client", "endpoint", "key")
        )
        """,
        """
        CREATE TABLE "notification" (
            "id" INTEGER NOT NULL PRIMARY KEY,
            "ispb" TEXT NOT NULL,
            "client" TEXT NOT NULL,
            "kind" TEXT NOT NULL,
            "object" TEXT NOT NULL,
            "made_at" INTEGER NOT NULL,
            "claim" BLOB,
            "claimed_until" INTEGER
        )
        """,
        """
        CREATE TABLE "client" (
            "id" TEXT NOT NULL PRIMARY KEY,
            "ispb" TEXT NOT NULL,
            "software" TEXT NOT NULL,
            "organisation" TEXT NOT NULL,
            "metadata" BLOB NOT NULL,
            "token_digest" BLOB NOT NULL,
            "created_at" INTEGER NOT NULL,
            UNIQUE ("ispb", "software")
        )
        """,
        """
        CREATE TABLE "seen_message" (
            "id" INTEGER NOT NULL PRIMARY KEY,
            "ispb" TEXT NOT NULL,
            "client" TEXT NOT NULL,
            "digest" BLOB NOT NULL,
            "made_at" INTEGER NOT NULL,
            UNIQUE ("ispb", "client", "digest")
        )
        """,
        #"CREATE INDEX "notification_of_claim" ON "notification" ("claim") WHERE "claim" IS NOT NULL"#,
    ]
}
