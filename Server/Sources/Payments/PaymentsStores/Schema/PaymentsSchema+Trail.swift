extension PaymentsSchema {
    // An anchor is one row for an hour and an organisation. It covers the growth of all the organisation's audit
    // chains. `entries` is the number of the organisation's entries that this row and earlier rows cover, in the order
    // of their positions. `position` is the position of the last entry that was read, of any organisation.
    static let audit = [
        """
        CREATE TABLE "audit_entry" (
            "position" INTEGER NOT NULL PRIMARY KEY,
            "organisation" UUID NOT NULL,
            "object_kind" TEXT NOT NULL,
            "object_id" UUID NOT NULL,
            "version" INTEGER NOT NULL,
            "at" INTEGER NOT NULL,
            "actor" TEXT NOT NULL,
            "action" TEXT NOT NULL,
            "content_digest" BLOB NOT NULL,
            "previous" BLOB NOT NULL,
            "hash" BLOB NOT NULL
        )
        """,
        """
        CREATE UNIQUE INDEX "audit_entry_version" ON "audit_entry" (
            "organisation", "object_kind", "object_id", "version")
        """,
        """
        CREATE TABLE "audit_anchor" (
            "organisation" UUID NOT NULL,
            "number" INTEGER NOT NULL,
            "at" INTEGER NOT NULL,
            "entries" INTEGER NOT NULL,
            "position" INTEGER NOT NULL,
            "content_digest" BLOB NOT NULL,
            "previous" BLOB NOT NULL,
            "hash" BLOB NOT NULL,
            PRIMARY KEY ("organisation", "number")
        )
        """,
    ]

    // Events made before `pruned_before` may be deleted; an object that was made later has its events.
    static let events = [
        """
        CREATE TABLE "event" (
            "position" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
            "organisation" UUID NOT NULL,
            "id" UUID NOT NULL,
            "object_kind" TEXT NOT NULL,
            "object_id" UUID NOT NULL,
            "version" INTEGER NOT NULL,
            "at" INTEGER NOT NULL,
            "type" TEXT NOT NULL,
            "subject" UUID NOT NULL,
            "body" TEXT NOT NULL
        )
        """,
        #"CREATE UNIQUE INDEX "event_id" ON "event" ("organisation", "id")"#,
        #"CREATE INDEX "event_type" ON "event" ("organisation", "type", "id")"#,
        #"CREATE INDEX "event_subject" ON "event" ("organisation", "subject", "id")"#,
        """
        CREATE INDEX "event_payment_approved" ON "event" ("object_id", "at", "type")
            WHERE "type" = 'payment_intent.processing'
        """,
        """
        CREATE INDEX "event_payment_ended" ON "event" ("at", "object_id", "type")
            WHERE "type" IN ('payment_intent.succeeded', 'payment_intent.failed')
        """,
        """
        CREATE TABLE "event_retention" (
            "one" INTEGER NOT NULL CHECK ("one" = 1),
            "pruned_before" INTEGER NOT NULL,
            PRIMARY KEY ("one")
        )
        """,
        #"INSERT INTO "event_retention" ("one", "pruned_before") VALUES (1, 0)"#,
    ]
}
