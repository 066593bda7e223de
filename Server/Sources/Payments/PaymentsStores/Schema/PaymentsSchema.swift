import ChaveBase
import PostgresNodes
import SQLPort

/// The schema of everything that the Payments API stores.
///
/// `body` is the record as JSON. The columns beside it serve keys, uniqueness, filters, order and partial updates. Ids
/// are UUIDs, whose order is the order of creation; digests are 32 bytes; times are microseconds since 1970. The
/// organisation comes first in every key, so that a distributed PostgreSQL can be used. Ids are still unique across
/// organisations, since workers and banks name an object only by its id.
///
/// `held_by` is the node that holds a row until a time; a file has one process, which is 0. Each list has an index for
/// each of its filters, with the id at its end: a list reads in the order of ids.
enum PaymentsSchema {
    static let all = StoreSchema(
        name: "payments",
        steps: [
            StoreSchema.Step(
                name: "0001_payments",
                statements: organisations + apps + customers + bankAccounts + enrollments + credentials
                    + paymentIntents + scheduledCharges + metadata + idempotency + audit + events + operators + banks
                    + endpoints
                    + deliveries,
                ofSQLite: triggersOfSQLite,
                ofPostgres: triggersOfPostgres + [toldChanges]
            )
        ],
        lockNumber: 0x6368_6176_6534,
        functions: [TrailStatement.deliveryID]
    )

    private static let organisations = [
        #"CREATE TABLE "organisation" ("id" UUID NOT NULL PRIMARY KEY, "body" TEXT NOT NULL)"#,
        """
        CREATE TABLE "api_key" (
            "organisation" UUID NOT NULL REFERENCES "organisation" ("id"),
            "id" UUID NOT NULL,
            "revoked_at" INTEGER,
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "id")
        )
        """,
        #"CREATE UNIQUE INDEX "api_key_id" ON "api_key" ("id")"#,
        """
        CREATE TABLE "token_family" (
            "organisation" UUID NOT NULL REFERENCES "organisation" ("id"),
            "id" TEXT NOT NULL,
            "refresh_id" TEXT NOT NULL,
            "is_revoked" INTEGER NOT NULL CHECK ("is_revoked" IN (0, 1)),
            "expires_at" INTEGER NOT NULL,
            "customer" UUID,
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "id")
        )
        """,
        #"CREATE UNIQUE INDEX "token_family_id" ON "token_family" ("id")"#,
        #"CREATE INDEX "token_family_expiry" ON "token_family" ("expires_at")"#,
    ]

    // An app is unique only within its organisation: an owner can register an app that another organisation has
    // claimed.
    private static let apps = [
        """
        CREATE TABLE "app" (
            "organisation" UUID NOT NULL REFERENCES "organisation" ("id"),
            "id" UUID NOT NULL,
            "platform" TEXT NOT NULL,
            "app_id" TEXT NOT NULL,
            "removed_at" INTEGER,
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "id")
        )
        """,
        #"CREATE UNIQUE INDEX "app_own_id" ON "app" ("id")"#,
        """
        CREATE UNIQUE INDEX "app_name" ON "app" ("organisation", "platform", "app_id") WHERE "removed_at" IS NULL
        """,
        """
        CREATE TABLE "app_callback" (
            "organisation" UUID NOT NULL,
            "url" TEXT NOT NULL,
            "app" UUID NOT NULL,
            PRIMARY KEY ("organisation", "url", "app"),
            FOREIGN KEY ("organisation", "app") REFERENCES "app" ("organisation", "id")
        ) WITHOUT ROWID
        """,
    ]

    /// `erasure_at` is the time of the request for erasure; `key_id` names the server's key that wraps the customer's
    /// own.
    private static let customers = [
        """
        CREATE TABLE "customer" (
            "organisation" UUID NOT NULL REFERENCES "organisation" ("id"),
            "id" UUID NOT NULL,
            "version" INTEGER NOT NULL,
            "identifier_index" BLOB NOT NULL,
            "external_id" TEXT,
            "erasure_at" INTEGER,
            "wake_at" INTEGER,
            "held_until" INTEGER,
            "held_by" INTEGER,
            "key_id" TEXT,
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "id")
        )
        """,
        #"CREATE UNIQUE INDEX "customer_id" ON "customer" ("id")"#,
        #"CREATE UNIQUE INDEX "customer_identifier" ON "customer" ("organisation", "identifier_index")"#,
        """
        CREATE INDEX "customer_external_id" ON "customer" ("organisation", "external_id", "id")
            WHERE "external_id" IS NOT NULL
        """,
        #"CREATE INDEX "customer_due" ON "customer" ("wake_at", "held_until") WHERE "wake_at" IS NOT NULL"#,
        #"CREATE INDEX "customer_key" ON "customer" ("key_id", "id") WHERE "key_id" IS NOT NULL"#,
        """
        CREATE TABLE "customer_name" (
            "organisation" UUID NOT NULL,
            "name_index" BLOB NOT NULL,
            "customer" UUID NOT NULL,
            PRIMARY KEY ("organisation", "name_index", "customer"),
            FOREIGN KEY ("organisation", "customer") REFERENCES "customer" ("organisation", "id")
        ) WITHOUT ROWID
        """,
    ]

    private static let bankAccounts = [
        """
        CREATE TABLE "bank_account" (
            "organisation" UUID NOT NULL REFERENCES "organisation" ("id"),
            "id" UUID NOT NULL,
            "is_active" INTEGER NOT NULL CHECK ("is_active" IN (0, 1)),
            "updated_at" INTEGER NOT NULL,
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "id")
        )
        """,
        #"CREATE UNIQUE INDEX "bank_account_id" ON "bank_account" ("id")"#,
    ]

    // A usable enrollment always waits for its next check. Few enrollments are held or under way at a time, and a start
    // reads only those.
    private static let enrollments = [
        """
        CREATE TABLE "enrollment" (
            "organisation" UUID NOT NULL,
            "id" UUID NOT NULL,
            "version" INTEGER NOT NULL,
            "status" TEXT NOT NULL,
            "customer" UUID NOT NULL,
            "institution" UUID NOT NULL,
            "device" BLOB,
            "token_grant" TEXT,
            "device_id" TEXT NOT NULL,
            "external_id" TEXT,
            "state_digest" BLOB,
            "bank_enrollment_id" TEXT,
            "wake_at" INTEGER,
            "held_until" INTEGER,
            "held_by" INTEGER,
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "id"),
            FOREIGN KEY ("organisation", "customer") REFERENCES "customer" ("organisation", "id")
        )
        """,
        #"CREATE UNIQUE INDEX "enrollment_id" ON "enrollment" ("id")"#,
        """
        CREATE UNIQUE INDEX "enrollment_state" ON "enrollment" ("state_digest") WHERE "state_digest" IS NOT NULL
        """,
        """
        CREATE INDEX "enrollment_bank" ON "enrollment" ("institution", "bank_enrollment_id")
            WHERE "bank_enrollment_id" IS NOT NULL
        """,
        #"CREATE INDEX "enrollment_customer" ON "enrollment" ("organisation", "customer", "id")"#,
        """
        CREATE INDEX "enrollment_device" ON "enrollment" ("organisation", "device", "id") WHERE "device" IS NOT NULL
        """,
        """
        CREATE INDEX "enrollment_grant" ON "enrollment" ("organisation", "token_grant", "id")
            WHERE "token_grant" IS NOT NULL
        """,
        #"CREATE INDEX "enrollment_device_id" ON "enrollment" ("organisation", "device_id", "id")"#,
        """
        CREATE INDEX "enrollment_external" ON "enrollment" ("organisation", "external_id", "id")
            WHERE "external_id" IS NOT NULL
        """,
        #"CREATE INDEX "enrollment_status" ON "enrollment" ("organisation", "status", "id")"#,
        #"CREATE INDEX "enrollment_institution" ON "enrollment" ("organisation", "institution", "id")"#,
        #"CREATE INDEX "enrollment_any_status" ON "enrollment" ("status", "id")"#,
        #"CREATE INDEX "enrollment_due" ON "enrollment" ("wake_at", "held_until") WHERE "wake_at" IS NOT NULL"#,
        #"CREATE INDEX "enrollment_held" ON "enrollment" ("held_until") WHERE "held_until" IS NOT NULL"#,
        """
        CREATE INDEX "enrollment_under_way" ON "enrollment" ("wake_at")
            WHERE "wake_at" IS NOT NULL AND "status" <> 'SUCCEEDED'
        """,
    ]

    // One relying party serves all organisations, so a credential id is unique across them.
    private static let credentials = [
        """
        CREATE TABLE "credential" (
            "organisation" UUID NOT NULL,
            "enrollment" UUID NOT NULL,
            "credential_id" BLOB NOT NULL,
            "sign_count" INTEGER NOT NULL,
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "enrollment"),
            FOREIGN KEY ("organisation", "enrollment") REFERENCES "enrollment" ("organisation", "id")
        )
        """,
        #"CREATE UNIQUE INDEX "credential_enrollment" ON "credential" ("enrollment")"#,
        #"CREATE UNIQUE INDEX "credential_id" ON "credential" ("credential_id")"#,
    ]

    // An end-to-end id names one payment in all of Pix. The merchant's order ids are one name space. The ids that
    // devices give for one payer are another: a device takes none of the merchant's. A charge is part of its intent; those
    // of a schedule have rows of their own, and `charge` is null.
    private static let paymentIntents = [
        """
        CREATE TABLE "payment_intent" (
            "organisation" UUID NOT NULL,
            "id" UUID NOT NULL,
            "version" INTEGER NOT NULL,
            "status" TEXT NOT NULL,
            "customer" UUID NOT NULL,
            "enrollment" UUID NOT NULL,
            "beneficiary" UUID NOT NULL,
            "institution" UUID NOT NULL,
            "device" BLOB,
            "external_id" TEXT,
            "end_to_end_id" TEXT NOT NULL,
            "created_at" INTEGER NOT NULL,
            "amount" INTEGER NOT NULL,
            "amount_band" INTEGER NOT NULL,
            "charge" UUID,
            "reason" TEXT,
            "consent_id" TEXT,
            "bank_payment_id" TEXT,
            "wake_at" INTEGER,
            "held_until" INTEGER,
            "held_by" INTEGER,
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "id"),
            FOREIGN KEY ("organisation", "customer") REFERENCES "customer" ("organisation", "id"),
            FOREIGN KEY ("organisation", "enrollment") REFERENCES "enrollment" ("organisation", "id"),
            FOREIGN KEY ("organisation", "beneficiary") REFERENCES "bank_account" ("organisation", "id")
        )
        """,
        #"CREATE UNIQUE INDEX "payment_intent_id" ON "payment_intent" ("id")"#,
        #"CREATE UNIQUE INDEX "payment_intent_end_to_end" ON "payment_intent" ("end_to_end_id")"#,
        #"CREATE UNIQUE INDEX "payment_intent_charge" ON "payment_intent" ("charge")"#,
        """
        CREATE UNIQUE INDEX "payment_intent_external" ON "payment_intent" ("organisation", "external_id")
            WHERE "external_id" IS NOT NULL AND "device" IS NULL
                AND "status" IN ('PENDING', 'PROCESSING', 'SCHEDULED', 'SUCCEEDED')
        """,
        """
        CREATE UNIQUE INDEX "payment_intent_device_external"
            ON "payment_intent" ("organisation", "customer", "external_id")
            WHERE "external_id" IS NOT NULL AND "device" IS NOT NULL
                AND "status" IN ('PENDING', 'PROCESSING', 'SCHEDULED', 'SUCCEEDED')
        """,
        """
        CREATE INDEX "payment_intent_open" ON "payment_intent" ("enrollment", "id")
            WHERE "status" IN ('PENDING', 'PROCESSING', 'SCHEDULED')
        """,
        #"CREATE INDEX "payment_intent_customer" ON "payment_intent" ("organisation", "customer", "id")"#,
        #"CREATE INDEX "payment_intent_enrollment" ON "payment_intent" ("organisation", "enrollment", "id")"#,
        """
        CREATE INDEX "payment_intent_device" ON "payment_intent" ("organisation", "device", "id")
            WHERE "device" IS NOT NULL
        """,
        """
        CREATE INDEX "payment_intent_any_external" ON "payment_intent" ("organisation", "external_id", "id")
            WHERE "external_id" IS NOT NULL
        """,
        #"CREATE INDEX "payment_intent_status" ON "payment_intent" ("organisation", "status", "id")"#,
        #"CREATE INDEX "payment_intent_any_status" ON "payment_intent" ("status", "created_at", "id", "amount")"#,
        #"CREATE INDEX "payment_intent_amount" ON "payment_intent" ("organisation", "amount", "id")"#,
        """
        CREATE INDEX "payment_intent_amount_band" ON "payment_intent" ("organisation", "amount_band", "id", "amount")
        """,
        """
        CREATE INDEX "payment_intent_consent" ON "payment_intent" ("institution", "consent_id")
            WHERE "consent_id" IS NOT NULL
        """,
        """
        CREATE INDEX "payment_intent_bank_payment" ON "payment_intent" ("institution", "bank_payment_id")
            WHERE "bank_payment_id" IS NOT NULL
        """,
        """
        CREATE INDEX "payment_intent_due" ON "payment_intent" ("wake_at", "held_until") WHERE "wake_at" IS NOT NULL
        """,
    ]

    /// The rows that find a payment by a note; each holds the note's digest.
    private static let metadata = [
        """
        CREATE TABLE "payment_intent_metadata" (
            "organisation" UUID NOT NULL,
            "entry" BLOB NOT NULL,
            "intent" UUID NOT NULL,
            PRIMARY KEY ("organisation", "entry", "intent"),
            FOREIGN KEY ("organisation", "intent") REFERENCES "payment_intent" ("organisation", "id")
        ) WITHOUT ROWID
        """
    ]

    /// The scope is the first sixteen bytes of a digest that covers the organisation, so the scope alone can be the
    /// key.
    ///
    /// Scopes have no order. If rows were in the order of scopes, each claim and each outcome would write its own page,
    /// as large as responses are. Therefore an index of small entries finds the rows, and they lie in the order of
    /// their insertion.
    private static let idempotency = [
        """
        CREATE TABLE "idempotency" (
            "scope" UUID NOT NULL PRIMARY KEY,
            "organisation" UUID NOT NULL,
            "fingerprint" BLOB NOT NULL,
            "created_at" INTEGER NOT NULL,
            "object_kind" TEXT,
            "object_id" UUID,
            "held_until" INTEGER,
            "held_by" INTEGER,
            "status" INTEGER,
            "customer" UUID,
            "answer" BLOB
        )
        """,
        #"CREATE INDEX "idempotency_age" ON "idempotency" ("created_at")"#,
        #"CREATE INDEX "idempotency_held" ON "idempotency" ("held_until") WHERE "held_until" IS NOT NULL"#,
    ]

    /// One row for the readiness check, and the used passes to the operator's pages.
    private static let operators = [
        """
        CREATE TABLE "readiness" (
            "one" INTEGER NOT NULL CHECK ("one" = 1),
            "at" INTEGER NOT NULL,
            PRIMARY KEY ("one")
        )
        """,
        #"CREATE TABLE "spent_pass" ("digest" BLOB NOT NULL PRIMARY KEY, "ends_at" INTEGER NOT NULL)"#,
        #"CREATE INDEX "spent_pass_end" ON "spent_pass" ("ends_at")"#,
    ]

    /// The platform's registrations as a client of banks; a row without a body was sent, and its answer is unknown.
    private static let banks = [
        """
        CREATE TABLE "bank_registration" (
            "institution" UUID NOT NULL PRIMARY KEY,
            "since" INTEGER NOT NULL,
            "body" TEXT
        )
        """
    ]

    /// The table that wakes other nodes' waiting clients; a file has one process.
    private static let toldChanges = ToldChanges.table(
        [("object_kind", #"TEXT COLLATE "C""#), ("object_id", #"TEXT COLLATE "C""#)]
    )
}

extension SQLText {
    /// A statement over the payments' tables.
    static func payments(_ sql: String, _ demand: SQLDemand = .nothing) -> SQLText {
        PaymentsSchema.all.text(sql, demand)
    }

    /// A lock that only PostgreSQL takes; SQLite's one writer needs none.
    static func lock(_ sql: String) -> SQLText { PaymentsSchema.all.text(sqlite: nil, postgres: sql) }
}
