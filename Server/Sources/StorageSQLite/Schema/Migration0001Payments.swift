import SQLiteWriter

extension Migration {
    /// Everything the Payments API keeps.
    ///
    /// `body` is the record as JSON; the columns beside it are what keys, uniqueness, filters, order and partial updates
    /// need. Ids are lower-case UUID text, whose order is the order of creation; digests are 32 bytes; times are
    /// microseconds since 1970. The organisation comes first in every key, so that a distributed PostgreSQL can take
    /// over; ids are unique across organisations all the same, since workers and banks name an object by its id alone.
    ///
    /// SQLite only: `STRICT`, `BLOB` (PostgreSQL: `BYTEA`), `INTEGER` (`BIGINT`), `AUTOINCREMENT`
    /// (`GENERATED ALWAYS AS IDENTITY`), the form of the triggers. All else is common to both.
    static let payments = Migration(
        name: "0001_payments",
        sql: [
            organisations, customers, bankAccounts, enrollments, paymentIntents, idempotency, trail, readiness,
        ].joined(separator: "\n")
    )

    private static let organisations = """
        CREATE TABLE "organisation" (
            "id" TEXT NOT NULL PRIMARY KEY,
            "body" TEXT NOT NULL
        ) STRICT;

        CREATE TABLE "api_key" (
            "organisation" TEXT NOT NULL REFERENCES "organisation" ("id"),
            "id" TEXT NOT NULL,
            "revoked_at" INTEGER,
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "id")
        ) STRICT;
        CREATE UNIQUE INDEX "api_key_id" ON "api_key" ("id");

        CREATE TABLE "token_family" (
            "organisation" TEXT NOT NULL REFERENCES "organisation" ("id"),
            "id" TEXT NOT NULL,
            "refresh_id" TEXT NOT NULL,
            "is_revoked" INTEGER NOT NULL CHECK ("is_revoked" IN (0, 1)),
            "expires_at" INTEGER NOT NULL,
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "id")
        ) STRICT;
        CREATE UNIQUE INDEX "token_family_id" ON "token_family" ("id");
        CREATE INDEX "token_family_expiry" ON "token_family" ("expires_at");
        """

    private static let customers = """
        CREATE TABLE "customer" (
            "organisation" TEXT NOT NULL REFERENCES "organisation" ("id"),
            "id" TEXT NOT NULL,
            "identifier_index" BLOB NOT NULL,
            "external_id" TEXT,
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "id")
        ) STRICT;
        CREATE UNIQUE INDEX "customer_id" ON "customer" ("id");
        CREATE UNIQUE INDEX "customer_identifier" ON "customer" ("organisation", "identifier_index");
        CREATE INDEX "customer_external" ON "customer" ("organisation", "external_id")
            WHERE "external_id" IS NOT NULL;

        CREATE TABLE "customer_name" (
            "organisation" TEXT NOT NULL,
            "name_index" BLOB NOT NULL,
            "customer" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "name_index", "customer"),
            FOREIGN KEY ("organisation", "customer") REFERENCES "customer" ("organisation", "id")
        ) STRICT;
        """

    private static let bankAccounts = """
        CREATE TABLE "bank_account" (
            "organisation" TEXT NOT NULL REFERENCES "organisation" ("id"),
            "id" TEXT NOT NULL,
            "is_active" INTEGER NOT NULL CHECK ("is_active" IN (0, 1)),
            "updated_at" INTEGER NOT NULL,
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "id")
        ) STRICT;
        CREATE UNIQUE INDEX "bank_account_id" ON "bank_account" ("id");
        """

    private static let enrollments = """
        CREATE TABLE "enrollment" (
            "organisation" TEXT NOT NULL,
            "id" TEXT NOT NULL,
            "version" INTEGER NOT NULL,
            "status" TEXT NOT NULL,
            "customer" TEXT NOT NULL,
            "institution" TEXT NOT NULL,
            "device" BLOB,
            "token_grant" TEXT,
            "device_id" TEXT NOT NULL,
            "external_id" TEXT,
            "state_digest" BLOB,
            "bank_enrollment_id" TEXT,
            "wake_at" INTEGER,
            "held_until" INTEGER,
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "id"),
            FOREIGN KEY ("organisation", "customer") REFERENCES "customer" ("organisation", "id")
        ) STRICT;
        CREATE UNIQUE INDEX "enrollment_id" ON "enrollment" ("id");
        CREATE UNIQUE INDEX "enrollment_state" ON "enrollment" ("state_digest") WHERE "state_digest" IS NOT NULL;
        CREATE INDEX "enrollment_bank" ON "enrollment" ("institution", "bank_enrollment_id")
            WHERE "bank_enrollment_id" IS NOT NULL;
        CREATE INDEX "enrollment_customer" ON "enrollment" ("organisation", "customer", "id");
        CREATE INDEX "enrollment_device" ON "enrollment" ("organisation", "device", "id") WHERE "device" IS NOT NULL;
        CREATE INDEX "enrollment_grant" ON "enrollment" ("organisation", "token_grant", "id")
            WHERE "token_grant" IS NOT NULL;
        CREATE INDEX "enrollment_device_id" ON "enrollment" ("organisation", "device_id", "id");
        CREATE INDEX "enrollment_external" ON "enrollment" ("organisation", "external_id", "id")
            WHERE "external_id" IS NOT NULL;
        CREATE INDEX "enrollment_due" ON "enrollment" ("wake_at", "held_until") WHERE "wake_at" IS NOT NULL;

        CREATE TABLE "credential" (
            "organisation" TEXT NOT NULL,
            "enrollment" TEXT NOT NULL,
            "credential_id" BLOB NOT NULL,
            "sign_count" INTEGER NOT NULL,
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "enrollment"),
            FOREIGN KEY ("organisation", "enrollment") REFERENCES "enrollment" ("organisation", "id")
        ) STRICT;
        CREATE UNIQUE INDEX "credential_enrollment" ON "credential" ("enrollment");
        -- One relying party serves all organisations, so a credential id is unique across them.
        CREATE UNIQUE INDEX "credential_id" ON "credential" ("credential_id");
        """

    private static let paymentIntents = """
        CREATE TABLE "payment_intent" (
            "organisation" TEXT NOT NULL,
            "id" TEXT NOT NULL,
            "version" INTEGER NOT NULL,
            "status" TEXT NOT NULL,
            "customer" TEXT NOT NULL,
            "enrollment" TEXT NOT NULL,
            "beneficiary" TEXT NOT NULL,
            "institution" TEXT NOT NULL,
            "device" BLOB,
            "external_id" TEXT,
            "end_to_end_id" TEXT NOT NULL,
            "created_at" INTEGER NOT NULL,
            "consent_id" TEXT,
            "bank_payment_id" TEXT,
            "wake_at" INTEGER,
            "held_until" INTEGER,
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "id"),
            FOREIGN KEY ("organisation", "customer") REFERENCES "customer" ("organisation", "id"),
            FOREIGN KEY ("organisation", "enrollment") REFERENCES "enrollment" ("organisation", "id"),
            FOREIGN KEY ("organisation", "beneficiary") REFERENCES "bank_account" ("organisation", "id")
        ) STRICT;
        CREATE UNIQUE INDEX "payment_intent_id" ON "payment_intent" ("id");
        -- An end-to-end id names one payment in all of Pix.
        CREATE UNIQUE INDEX "payment_intent_end_to_end" ON "payment_intent" ("end_to_end_id");
        -- The merchant's order ids are one name space, those that devices give for one payer another: a device takes none
        -- of the merchant's.
        CREATE UNIQUE INDEX "payment_intent_external" ON "payment_intent" ("organisation", "external_id")
            WHERE "external_id" IS NOT NULL AND "device" IS NULL
                AND "status" IN ('PENDING', 'PROCESSING', 'SUCCEEDED');
        CREATE UNIQUE INDEX "payment_intent_device_external"
            ON "payment_intent" ("organisation", "customer", "external_id")
            WHERE "external_id" IS NOT NULL AND "device" IS NOT NULL
                AND "status" IN ('PENDING', 'PROCESSING', 'SUCCEEDED');
        CREATE INDEX "payment_intent_open" ON "payment_intent" ("enrollment", "id")
            WHERE "status" IN ('PENDING', 'PROCESSING');
        CREATE INDEX "payment_intent_customer" ON "payment_intent" ("organisation", "customer", "id");
        CREATE INDEX "payment_intent_enrollment" ON "payment_intent" ("organisation", "enrollment", "id");
        CREATE INDEX "payment_intent_device" ON "payment_intent" ("organisation", "device", "id")
            WHERE "device" IS NOT NULL;
        CREATE INDEX "payment_intent_any_external" ON "payment_intent" ("organisation", "external_id", "id")
            WHERE "external_id" IS NOT NULL;
        CREATE INDEX "payment_intent_created" ON "payment_intent" ("organisation", "created_at");
        CREATE INDEX "payment_intent_consent" ON "payment_intent" ("institution", "consent_id")
            WHERE "consent_id" IS NOT NULL;
        CREATE INDEX "payment_intent_bank_payment" ON "payment_intent" ("institution", "bank_payment_id")
            WHERE "bank_payment_id" IS NOT NULL;
        CREATE INDEX "payment_intent_due" ON "payment_intent" ("wake_at", "held_until") WHERE "wake_at" IS NOT NULL;
        """

    /// The scope is a digest that covers the organisation, so it can be the key alone.
    private static let idempotency = """
        CREATE TABLE "idempotency" (
            "scope" BLOB NOT NULL PRIMARY KEY,
            "created_at" INTEGER NOT NULL,
            "held_until" INTEGER,
            "outcome" TEXT,
            "body" TEXT NOT NULL
        ) STRICT;
        CREATE INDEX "idempotency_age" ON "idempotency" ("created_at");
        CREATE INDEX "idempotency_held" ON "idempotency" ("held_until") WHERE "held_until" IS NOT NULL;
        """

    private static let trail = """
        CREATE TABLE "audit_entry" (
            "organisation" TEXT NOT NULL,
            "object_kind" TEXT NOT NULL,
            "object_id" TEXT NOT NULL,
            "version" INTEGER NOT NULL,
            "at" INTEGER NOT NULL,
            "actor" TEXT NOT NULL,
            "action" TEXT NOT NULL,
            "content_digest" BLOB NOT NULL,
            "previous" BLOB NOT NULL,
            "hash" BLOB NOT NULL,
            PRIMARY KEY ("organisation", "object_kind", "object_id", "version")
        ) STRICT;
        CREATE INDEX "audit_entry_object" ON "audit_entry" ("object_id", "version");
        CREATE TRIGGER "audit_entry_stays" BEFORE UPDATE ON "audit_entry"
        BEGIN SELECT RAISE(ABORT, 'audit entries never change'); END;
        CREATE TRIGGER "audit_entry_remains" BEFORE DELETE ON "audit_entry"
        BEGIN SELECT RAISE(ABORT, 'audit entries never go'); END;

        CREATE TABLE "event" (
            "position" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
            "organisation" TEXT NOT NULL,
            "id" TEXT NOT NULL,
            "object_kind" TEXT NOT NULL,
            "object_id" TEXT NOT NULL,
            "version" INTEGER NOT NULL,
            "at" INTEGER NOT NULL,
            "body" TEXT NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX "event_id" ON "event" ("organisation", "id");
        CREATE TRIGGER "event_stays" BEFORE UPDATE ON "event"
        BEGIN SELECT RAISE(ABORT, 'events never change'); END;
        """

    /// One row that readiness is tried on.
    private static let readiness = """
        CREATE TABLE "readiness" (
            "id" INTEGER NOT NULL PRIMARY KEY CHECK ("id" = 1),
            "at" INTEGER NOT NULL
        ) STRICT;
        """
}
