extension PostgresMigration {
    /// Everything the Payments API keeps; beside SQLite's step of the same name.
    ///
    /// What PostgreSQL has more: `held_by`, the node that holds what is held until a time, and the `position` of an audit
    /// entry, where SQLite has the row's own number. Texts that are searched for are compared by their bytes.
    ///
    /// PostgreSQL only: the function and the form of the triggers, and the numbers that it gives itself. All else is of the
    /// subset that Citus, YugabyteDB and CockroachDB know too.
    static let payments = PostgresMigration(
        name: "0001_payments",
        texts: [organisations, customers, bankAccounts, enrollments, paymentIntents, idempotency, trail, readiness]
    )

    private static let organisations = """
        CREATE TABLE "payments"."organisation" (
            "id" TEXT COLLATE "C" NOT NULL PRIMARY KEY,
            "body" TEXT NOT NULL
        )

        CREATE TABLE "payments"."api_key" (
            "organisation" TEXT COLLATE "C" NOT NULL REFERENCES "payments"."organisation" ("id"),
            "id" TEXT COLLATE "C" NOT NULL,
            "revoked_at" BIGINT,
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "id")
        )

        CREATE UNIQUE INDEX "api_key_id" ON "payments"."api_key" ("id")

        CREATE TABLE "payments"."token_family" (
            "organisation" TEXT COLLATE "C" NOT NULL REFERENCES "payments"."organisation" ("id"),
            "id" TEXT COLLATE "C" NOT NULL,
            "refresh_id" TEXT COLLATE "C" NOT NULL,
            "is_revoked" BIGINT NOT NULL CHECK ("is_revoked" IN (0, 1)),
            "expires_at" BIGINT NOT NULL,
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "id")
        )

        CREATE UNIQUE INDEX "token_family_id" ON "payments"."token_family" ("id")

        CREATE INDEX "token_family_expiry" ON "payments"."token_family" ("expires_at")
        """

    private static let customers = """
        CREATE TABLE "payments"."customer" (
            "organisation" TEXT COLLATE "C" NOT NULL REFERENCES "payments"."organisation" ("id"),
            "id" TEXT COLLATE "C" NOT NULL,
            "identifier_index" BYTEA NOT NULL,
            "external_id" TEXT COLLATE "C",
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "id")
        )

        CREATE UNIQUE INDEX "customer_id" ON "payments"."customer" ("id")

        CREATE UNIQUE INDEX "customer_identifier" ON "payments"."customer" ("organisation", "identifier_index")

        CREATE INDEX "customer_external" ON "payments"."customer" ("organisation", "external_id")
            WHERE "external_id" IS NOT NULL

        CREATE TABLE "payments"."customer_name" (
            "organisation" TEXT COLLATE "C" NOT NULL,
            "name_index" BYTEA NOT NULL,
            "customer" TEXT COLLATE "C" NOT NULL,
            PRIMARY KEY ("organisation", "name_index", "customer"),
            FOREIGN KEY ("organisation", "customer") REFERENCES "payments"."customer" ("organisation", "id")
        )
        """

    private static let bankAccounts = """
        CREATE TABLE "payments"."bank_account" (
            "organisation" TEXT COLLATE "C" NOT NULL REFERENCES "payments"."organisation" ("id"),
            "id" TEXT COLLATE "C" NOT NULL,
            "is_active" BIGINT NOT NULL CHECK ("is_active" IN (0, 1)),
            "updated_at" BIGINT NOT NULL,
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "id")
        )

        CREATE UNIQUE INDEX "bank_account_id" ON "payments"."bank_account" ("id")
        """

    private static let enrollments = """
        CREATE TABLE "payments"."enrollment" (
            "organisation" TEXT COLLATE "C" NOT NULL,
            "id" TEXT COLLATE "C" NOT NULL,
            "version" BIGINT NOT NULL,
            "status" TEXT COLLATE "C" NOT NULL,
            "customer" TEXT COLLATE "C" NOT NULL,
            "institution" TEXT COLLATE "C" NOT NULL,
            "device" BYTEA,
            "token_grant" TEXT COLLATE "C",
            "device_id" TEXT COLLATE "C" NOT NULL,
            "external_id" TEXT COLLATE "C",
            "state_digest" BYTEA,
            "bank_enrollment_id" TEXT COLLATE "C",
            "wake_at" BIGINT,
            "held_until" BIGINT,
            "held_by" BIGINT,
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "id"),
            FOREIGN KEY ("organisation", "customer") REFERENCES "payments"."customer" ("organisation", "id")
        )

        CREATE UNIQUE INDEX "enrollment_id" ON "payments"."enrollment" ("id")

        CREATE UNIQUE INDEX "enrollment_state" ON "payments"."enrollment" ("state_digest")
            WHERE "state_digest" IS NOT NULL

        CREATE INDEX "enrollment_bank" ON "payments"."enrollment" ("institution", "bank_enrollment_id")
            WHERE "bank_enrollment_id" IS NOT NULL

        CREATE INDEX "enrollment_customer" ON "payments"."enrollment" ("organisation", "customer", "id")

        CREATE INDEX "enrollment_device" ON "payments"."enrollment" ("organisation", "device", "id")
            WHERE "device" IS NOT NULL

        CREATE INDEX "enrollment_grant" ON "payments"."enrollment" ("organisation", "token_grant", "id")
            WHERE "token_grant" IS NOT NULL

        CREATE INDEX "enrollment_device_id" ON "payments"."enrollment" ("organisation", "device_id", "id")

        CREATE INDEX "enrollment_external" ON "payments"."enrollment" ("organisation", "external_id", "id")
            WHERE "external_id" IS NOT NULL

        CREATE INDEX "enrollment_due" ON "payments"."enrollment" ("wake_at", "held_until")
            WHERE "wake_at" IS NOT NULL

        CREATE TABLE "payments"."credential" (
            "organisation" TEXT COLLATE "C" NOT NULL,
            "enrollment" TEXT COLLATE "C" NOT NULL,
            "credential_id" BYTEA NOT NULL,
            "sign_count" BIGINT NOT NULL,
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "enrollment"),
            FOREIGN KEY ("organisation", "enrollment") REFERENCES "payments"."enrollment" ("organisation", "id")
        )

        CREATE UNIQUE INDEX "credential_enrollment" ON "payments"."credential" ("enrollment")

        -- One relying party serves all organisations, so a credential id is unique across them.
        CREATE UNIQUE INDEX "credential_id" ON "payments"."credential" ("credential_id")
        """

    private static let paymentIntents = """
        CREATE TABLE "payments"."payment_intent" (
            "organisation" TEXT COLLATE "C" NOT NULL,
            "id" TEXT COLLATE "C" NOT NULL,
            "version" BIGINT NOT NULL,
            "status" TEXT COLLATE "C" NOT NULL,
            "customer" TEXT COLLATE "C" NOT NULL,
            "enrollment" TEXT COLLATE "C" NOT NULL,
            "beneficiary" TEXT COLLATE "C" NOT NULL,
            "institution" TEXT COLLATE "C" NOT NULL,
            "device" BYTEA,
            "external_id" TEXT COLLATE "C",
            "end_to_end_id" TEXT COLLATE "C" NOT NULL,
            "created_at" BIGINT NOT NULL,
            "consent_id" TEXT COLLATE "C",
            "bank_payment_id" TEXT COLLATE "C",
            "wake_at" BIGINT,
            "held_until" BIGINT,
            "held_by" BIGINT,
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "id"),
            FOREIGN KEY ("organisation", "customer") REFERENCES "payments"."customer" ("organisation", "id"),
            FOREIGN KEY ("organisation", "enrollment") REFERENCES "payments"."enrollment" ("organisation", "id"),
            FOREIGN KEY ("organisation", "beneficiary") REFERENCES "payments"."bank_account" ("organisation", "id")
        )

        CREATE UNIQUE INDEX "payment_intent_id" ON "payments"."payment_intent" ("id")

        -- An end-to-end id names one payment in all of Pix.
        CREATE UNIQUE INDEX "payment_intent_end_to_end" ON "payments"."payment_intent" ("end_to_end_id")

        -- The merchant's order ids are one name space, those that devices give for one payer another: a device takes none
        -- of the merchant's.
        CREATE UNIQUE INDEX "payment_intent_external" ON "payments"."payment_intent" ("organisation", "external_id")
            WHERE "external_id" IS NOT NULL AND "device" IS NULL
                AND "status" IN ('PENDING', 'PROCESSING', 'SUCCEEDED')

        CREATE UNIQUE INDEX "payment_intent_device_external"
            ON "payments"."payment_intent" ("organisation", "customer", "external_id")
            WHERE "external_id" IS NOT NULL AND "device" IS NOT NULL
                AND "status" IN ('PENDING', 'PROCESSING', 'SUCCEEDED')

        CREATE INDEX "payment_intent_open" ON "payments"."payment_intent" ("enrollment", "id")
            WHERE "status" IN ('PENDING', 'PROCESSING')

        CREATE INDEX "payment_intent_customer" ON "payments"."payment_intent" ("organisation", "customer", "id")

        CREATE INDEX "payment_intent_enrollment" ON "payments"."payment_intent" ("organisation", "enrollment", "id")

        CREATE INDEX "payment_intent_device" ON "payments"."payment_intent" ("organisation", "device", "id")
            WHERE "device" IS NOT NULL

        CREATE INDEX "payment_intent_any_external"
            ON "payments"."payment_intent" ("organisation", "external_id", "id")
            WHERE "external_id" IS NOT NULL

        CREATE INDEX "payment_intent_created" ON "payments"."payment_intent" ("organisation", "created_at")

        CREATE INDEX "payment_intent_consent" ON "payments"."payment_intent" ("institution", "consent_id")
            WHERE "consent_id" IS NOT NULL

        CREATE INDEX "payment_intent_bank_payment" ON "payments"."payment_intent" ("institution", "bank_payment_id")
            WHERE "bank_payment_id" IS NOT NULL

        CREATE INDEX "payment_intent_due" ON "payments"."payment_intent" ("wake_at", "held_until")
            WHERE "wake_at" IS NOT NULL
        """

    private static let idempotency = """
        CREATE TABLE "payments"."idempotency" (
            "scope" BYTEA NOT NULL PRIMARY KEY,
            "created_at" BIGINT NOT NULL,
            "held_until" BIGINT,
            "held_by" BIGINT,
            "outcome" TEXT,
            "body" TEXT NOT NULL
        )

        CREATE INDEX "idempotency_age" ON "payments"."idempotency" ("created_at")

        CREATE INDEX "idempotency_held" ON "payments"."idempotency" ("held_until")
            WHERE "held_until" IS NOT NULL
        """

    private static let trail = """
        CREATE FUNCTION "payments"."refuse_change"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'rows of "%" never change', TG_TABLE_NAME; END
        $$

        CREATE TABLE "payments"."audit_entry" (
            "position" BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY UNIQUE,
            "organisation" TEXT COLLATE "C" NOT NULL,
            "object_kind" TEXT COLLATE "C" NOT NULL,
            "object_id" TEXT COLLATE "C" NOT NULL,
            "version" BIGINT NOT NULL,
            "at" BIGINT NOT NULL,
            "actor" TEXT COLLATE "C" NOT NULL,
            "action" TEXT COLLATE "C" NOT NULL,
            "content_digest" BYTEA NOT NULL,
            "previous" BYTEA NOT NULL,
            "hash" BYTEA NOT NULL,
            PRIMARY KEY ("organisation", "object_kind", "object_id", "version")
        )

        CREATE INDEX "audit_entry_object" ON "payments"."audit_entry" ("object_id", "version")

        CREATE TRIGGER "audit_entry_stays" BEFORE UPDATE ON "payments"."audit_entry"
            FOR EACH ROW EXECUTE FUNCTION "payments"."refuse_change"()

        CREATE TRIGGER "audit_entry_remains" BEFORE DELETE ON "payments"."audit_entry"
            FOR EACH ROW EXECUTE FUNCTION "payments"."refuse_change"()

        CREATE TABLE "payments"."event" (
            "position" BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            "organisation" TEXT COLLATE "C" NOT NULL,
            "id" TEXT COLLATE "C" NOT NULL,
            "object_kind" TEXT COLLATE "C" NOT NULL,
            "object_id" TEXT COLLATE "C" NOT NULL,
            "version" BIGINT NOT NULL,
            "at" BIGINT NOT NULL,
            "body" TEXT NOT NULL
        )

        CREATE UNIQUE INDEX "event_id" ON "payments"."event" ("organisation", "id")

        CREATE TRIGGER "event_stays" BEFORE UPDATE ON "payments"."event"
            FOR EACH ROW EXECUTE FUNCTION "payments"."refuse_change"()
        """

    private static let readiness = """
        CREATE TABLE "payments"."readiness" (
            "id" BIGINT NOT NULL PRIMARY KEY CHECK ("id" = 1),
            "at" BIGINT NOT NULL
        )
        """
}
