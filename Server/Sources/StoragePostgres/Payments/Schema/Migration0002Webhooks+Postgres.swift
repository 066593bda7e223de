extension PostgresMigration {
    /// Endpoints of merchants, deliveries of events to them, and attempts; beside SQLite's step of the same name.
    ///
    /// What PostgreSQL has more: `locked_by`, the node that has a delivery until `locked_until`.
    ///
    /// An object's events have rising positions, since whoever adds one has changed the object's row before and holds it.
    static let webhooks = PostgresMigration(
        name: "0002_webhooks",
        texts: [events, endpoints, deliveries, attempts]
    )

    private static let events = """
        ALTER TABLE "payments"."event" ADD COLUMN "type" TEXT COLLATE "C" NOT NULL DEFAULT ''

        ALTER TABLE "payments"."event" ADD COLUMN "subject" TEXT COLLATE "C" NOT NULL DEFAULT ''

        CREATE INDEX "event_age" ON "payments"."event" ("at")

        CREATE INDEX "event_object" ON "payments"."event" ("organisation", "object_kind", "object_id", "position")

        -- Events made before "pruned_before" may be gone; an object that changed later has its events.
        CREATE TABLE "payments"."event_retention" (
            "id" BIGINT NOT NULL PRIMARY KEY CHECK ("id" = 1),
            "pruned_before" BIGINT NOT NULL
        )

        INSERT INTO "payments"."event_retention" ("id", "pruned_before") VALUES (1, 0)
        """

    private static let endpoints = """
        CREATE TABLE "payments"."webhook_endpoint" (
            "organisation" TEXT COLLATE "C" NOT NULL REFERENCES "payments"."organisation" ("id"),
            "id" TEXT COLLATE "C" NOT NULL,
            "version" BIGINT NOT NULL,
            "url" TEXT COLLATE "C" NOT NULL,
            "standing" TEXT COLLATE "C" NOT NULL CHECK ("standing" IN ('enabled', 'disabled', 'deleted')),
            "disabled_reason" TEXT COLLATE "C",
            "disabled_at" BIGINT,
            "failing_since" BIGINT,
            "failures" BIGINT NOT NULL,
            "wants_all" BIGINT NOT NULL CHECK ("wants_all" IN (0, 1)),
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "id")
        )

        CREATE UNIQUE INDEX "webhook_endpoint_id" ON "payments"."webhook_endpoint" ("id")

        CREATE UNIQUE INDEX "webhook_endpoint_url" ON "payments"."webhook_endpoint" ("organisation", "url")
            WHERE "standing" <> 'deleted'

        CREATE INDEX "webhook_endpoint_standing" ON "payments"."webhook_endpoint" ("standing")

        -- The types that an endpoint wants which does not want all.
        CREATE TABLE "payments"."webhook_choice" (
            "organisation" TEXT COLLATE "C" NOT NULL,
            "endpoint" TEXT COLLATE "C" NOT NULL,
            "type" TEXT COLLATE "C" NOT NULL,
            PRIMARY KEY ("organisation", "endpoint", "type"),
            FOREIGN KEY ("organisation", "endpoint") REFERENCES "payments"."webhook_endpoint" ("organisation", "id")
        )
        """

    private static let deliveries = """
        CREATE TABLE "payments"."webhook_delivery" (
            "organisation" TEXT COLLATE "C" NOT NULL,
            "id" TEXT COLLATE "C" NOT NULL,
            "endpoint" TEXT COLLATE "C" NOT NULL,
            "event" TEXT COLLATE "C" NOT NULL,
            "type" TEXT COLLATE "C" NOT NULL,
            "object_id" TEXT COLLATE "C" NOT NULL,
            "position" BIGINT NOT NULL,
            "created_at" BIGINT NOT NULL,
            "status" TEXT COLLATE "C" NOT NULL CHECK ("status" IN ('pending', 'delivered', 'parked')),
            "attempts" BIGINT NOT NULL,
            "failures" BIGINT NOT NULL,
            "next_at" BIGINT,
            "locked_until" BIGINT,
            "locked_by" BIGINT,
            "fence" BIGINT NOT NULL,
            "ended_at" BIGINT,
            "resent_at" BIGINT,
            "body" TEXT,
            PRIMARY KEY ("organisation", "id"),
            FOREIGN KEY ("organisation", "endpoint") REFERENCES "payments"."webhook_endpoint" ("organisation", "id")
        )

        CREATE INDEX "webhook_delivery_due"
            ON "payments"."webhook_delivery" ("endpoint", "next_at", "position", "id")
            WHERE "status" = 'pending'

        CREATE INDEX "webhook_delivery_order" ON "payments"."webhook_delivery" ("endpoint", "object_id", "position")
            WHERE "status" = 'pending'

        CREATE INDEX "webhook_delivery_locked" ON "payments"."webhook_delivery" ("locked_until")
            WHERE "locked_until" IS NOT NULL

        CREATE INDEX "webhook_delivery_ended" ON "payments"."webhook_delivery" ("ended_at")
            WHERE "ended_at" IS NOT NULL

        CREATE INDEX "webhook_delivery_event" ON "payments"."webhook_delivery" ("organisation", "event")

        CREATE INDEX "webhook_delivery_endpoint" ON "payments"."webhook_delivery" ("organisation", "endpoint", "id")

        CREATE INDEX "webhook_delivery_object" ON "payments"."webhook_delivery" ("organisation", "object_id", "id")

        CREATE INDEX "webhook_delivery_status" ON "payments"."webhook_delivery" ("organisation", "status", "id")

        CREATE INDEX "webhook_delivery_created" ON "payments"."webhook_delivery" ("organisation", "created_at")
        """

    private static let attempts = """
        CREATE TABLE "payments"."webhook_attempt" (
            "organisation" TEXT COLLATE "C" NOT NULL,
            "delivery" TEXT COLLATE "C" NOT NULL,
            "number" BIGINT NOT NULL,
            "at" BIGINT NOT NULL,
            "milliseconds" BIGINT NOT NULL,
            "status" BIGINT,
            "failure" TEXT COLLATE "C",
            PRIMARY KEY ("organisation", "delivery", "number"),
            FOREIGN KEY ("organisation", "delivery") REFERENCES "payments"."webhook_delivery" ("organisation", "id")
        )
        """
}
