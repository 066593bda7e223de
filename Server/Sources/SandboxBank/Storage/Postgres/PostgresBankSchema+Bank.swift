/// The first step: all that a bank began with.
extension PostgresBankSchema {
    static let bank = Step(
        name: "0001_bank",
        statements: [
            """
            CREATE TABLE "bank"."bank_secret" (
                "name" TEXT COLLATE "C" NOT NULL PRIMARY KEY,
                "value" BYTEA NOT NULL
            )
            """,
            """
            CREATE TABLE "bank"."institution_key" (
                "ispb" TEXT COLLATE "C" NOT NULL PRIMARY KEY,
                "pem" TEXT COLLATE "C" NOT NULL
            )
            """,
            """
            CREATE TABLE "bank"."account" (
                "id" BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                "place" TEXT COLLATE "C" NOT NULL UNIQUE,
                "ispb" TEXT COLLATE "C" NOT NULL,
                "holder" TEXT COLLATE "C",
                "issuer" TEXT COLLATE "C",
                "number" TEXT COLLATE "C",
                "type" TEXT COLLATE "C",
                "approvers" BIGINT NOT NULL,
                "balance" BIGINT NOT NULL
            )
            """,
            """
            CREATE INDEX "account_of_holder" ON "bank"."account" ("ispb", "holder") WHERE "holder" IS NOT NULL
            """,
            """
            CREATE TABLE "bank"."ledger_entry" (
                "movement" TEXT COLLATE "C" NOT NULL,
                "account" BIGINT NOT NULL REFERENCES "bank"."account" ("id"),
                "amount" BIGINT NOT NULL CHECK ("amount" <> 0),
                "made_at" BIGINT NOT NULL,
                PRIMARY KEY ("movement", "account")
            )
            """,
            """
            CREATE INDEX "ledger_entry_of_account" ON "bank"."ledger_entry" ("account", "made_at")
            """,
            """
            CREATE TABLE "bank"."enrollment" (
                "rowid" BIGINT GENERATED ALWAYS AS IDENTITY,
                "id" TEXT COLLATE "C" NOT NULL PRIMARY KEY,
                "ispb" TEXT COLLATE "C" NOT NULL,
                "cpf" TEXT COLLATE "C" NOT NULL,
                "name" TEXT COLLATE "C",
                "permissions" TEXT COLLATE "C" NOT NULL,
                "status" TEXT COLLATE "C" NOT NULL,
                "deadline" BIGINT,
                "reason" TEXT COLLATE "C",
                "additional_information" TEXT COLLATE "C",
                "cancelled_from" TEXT COLLATE "C",
                "cancelled_by" TEXT COLLATE "C",
                "created_at" BIGINT NOT NULL,
                "changed_at" BIGINT NOT NULL,
                "valid_until" BIGINT,
                "account" BIGINT REFERENCES "bank"."account" ("id"),
                "transaction_limit" BIGINT,
                "daily_limit" BIGINT,
                "spent_day" TEXT COLLATE "C",
                "spent" BIGINT NOT NULL DEFAULT 0,
                "options_ready_at" BIGINT,
                "refresh_digest" BYTEA,
                "refresh_client" TEXT COLLATE "C",
                "challenge" BYTEA,
                "platform" TEXT COLLATE "C",
                "user_handle" BYTEA,
                "credential_id" BYTEA,
                "public_key" BYTEA,
                "sign_count" BIGINT NOT NULL DEFAULT 0,
                "backup_eligible" BIGINT NOT NULL DEFAULT 0,
                "backup_state" BIGINT NOT NULL DEFAULT 0
            )
            """,
            """
            CREATE INDEX "enrollment_due" ON "bank"."enrollment" ("deadline") WHERE "deadline" IS NOT NULL
            """,
            """
            CREATE TABLE "bank"."authorization_request" (
                "ticket" BYTEA NOT NULL PRIMARY KEY,
                "enrollment" TEXT COLLATE "C" NOT NULL REFERENCES "bank"."enrollment" ("id"),
                "ispb" TEXT COLLATE "C" NOT NULL,
                "client" TEXT COLLATE "C" NOT NULL,
                "redirect_uri" TEXT COLLATE "C" NOT NULL,
                "state" TEXT COLLATE "C" NOT NULL,
                "nonce" TEXT COLLATE "C" NOT NULL,
                "code_challenge" TEXT COLLATE "C" NOT NULL,
                "expires_at" BIGINT NOT NULL,
                "decided_at" BIGINT,
                "code_digest" BYTEA UNIQUE,
                "code_used_at" BIGINT
            )
            """,
            """
            CREATE INDEX "authorization_request_of" ON "bank"."authorization_request" ("enrollment")
            """,
            """
            CREATE INDEX "authorization_request_due" ON "bank"."authorization_request" ("expires_at")
            """,
            """
            CREATE TABLE "bank"."page_session" (
                "digest" BYTEA NOT NULL PRIMARY KEY,
                "ticket" BYTEA NOT NULL,
                "cpf" TEXT COLLATE "C" NOT NULL,
                "expires_at" BIGINT NOT NULL
            )
            """,
            """
            CREATE INDEX "page_session_due" ON "bank"."page_session" ("expires_at")
            """,
            """
            CREATE TABLE "bank"."consent" (
                "id" TEXT COLLATE "C" NOT NULL PRIMARY KEY,
                "ispb" TEXT COLLATE "C" NOT NULL,
                "cpf" TEXT COLLATE "C" NOT NULL,
                "terms" BYTEA NOT NULL,
                "amount" BIGINT NOT NULL,
                "date" TEXT COLLATE "C" NOT NULL,
                "debtor_account" BYTEA,
                "status" TEXT COLLATE "C" NOT NULL,
                "deadline" BIGINT,
                "reason" TEXT COLLATE "C",
                "created_at" BIGINT NOT NULL,
                "changed_at" BIGINT NOT NULL,
                "enrollment" TEXT COLLATE "C" REFERENCES "bank"."enrollment" ("id"),
                "challenge" BYTEA,
                "challenge_enrollment" TEXT COLLATE "C"
            )
            """,
            """
            CREATE INDEX "consent_due" ON "bank"."consent" ("deadline") WHERE "deadline" IS NOT NULL
            """,
            """
            CREATE TABLE "bank"."payment" (
                "rowid" BIGINT GENERATED ALWAYS AS IDENTITY,
                "id" TEXT COLLATE "C" NOT NULL PRIMARY KEY,
                "end_to_end_id" TEXT COLLATE "C" NOT NULL UNIQUE,
                "ispb" TEXT COLLATE "C" NOT NULL,
                "consent" TEXT COLLATE "C" NOT NULL UNIQUE REFERENCES "bank"."consent" ("id"),
                "enrollment" TEXT COLLATE "C" NOT NULL REFERENCES "bank"."enrollment" ("id"),
                "debtor" BIGINT NOT NULL REFERENCES "bank"."account" ("id"),
                "creditor" BIGINT NOT NULL REFERENCES "bank"."account" ("id"),
                "amount" BIGINT NOT NULL CHECK ("amount" > 0),
                "terms" BYTEA NOT NULL,
                "request_digest" BYTEA NOT NULL,
                "spent_day" TEXT COLLATE "C",
                "status" TEXT COLLATE "C" NOT NULL,
                "settles_at" BIGINT,
                "reason" TEXT COLLATE "C",
                "created_at" BIGINT NOT NULL,
                "changed_at" BIGINT NOT NULL
            )
            """,
            """
            CREATE INDEX "payment_due" ON "bank"."payment" ("settles_at") WHERE "settles_at" IS NOT NULL
            """,
            """
            CREATE TABLE "bank"."idempotency" (
                "id" BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                "ispb" TEXT COLLATE "C" NOT NULL,
                "endpoint" TEXT COLLATE "C" NOT NULL,
                "key" TEXT COLLATE "C" NOT NULL,
                "fingerprint" BYTEA NOT NULL,
                "outcome" BIGINT NOT NULL,
                "status" BIGINT NOT NULL,
                "body" BYTEA NOT NULL,
                "made_at" BIGINT NOT NULL,
                UNIQUE ("ispb", "endpoint", "key")
            )
            """,
            """
            CREATE TABLE "bank"."notification" (
                "id" BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                "ispb" TEXT COLLATE "C" NOT NULL,
                "kind" TEXT COLLATE "C" NOT NULL,
                "object" TEXT COLLATE "C" NOT NULL,
                "made_at" BIGINT NOT NULL
            )
            """,
        ]
    )
}
