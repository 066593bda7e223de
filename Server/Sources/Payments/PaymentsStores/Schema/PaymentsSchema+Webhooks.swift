extension PaymentsSchema {
    // The values that a worker changes are in separate columns, because a merchant's changes replace the body. A
    // deleted endpoint keeps its row, as `deleted`, until its deliveries are pruned in small portions. An endpoint
    // without all types has a row for each type that it subscribes to.
    static let endpoints = [
        """
        CREATE TABLE "webhook_endpoint" (
            "organisation" UUID NOT NULL REFERENCES "organisation" ("id"),
            "id" UUID NOT NULL,
            "version" INTEGER NOT NULL,
            "url" TEXT NOT NULL,
            "standing" TEXT NOT NULL CHECK ("standing" IN ('enabled', 'disabled', 'deleted')),
            "disabled_reason" TEXT,
            "disabled_at" INTEGER,
            "failing_since" INTEGER,
            "failures" INTEGER NOT NULL,
            "wants_all" INTEGER NOT NULL CHECK ("wants_all" IN (0, 1)),
            "body" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "id")
        )
        """,
        #"CREATE UNIQUE INDEX "webhook_endpoint_id" ON "webhook_endpoint" ("id")"#,
        """
        CREATE UNIQUE INDEX "webhook_endpoint_url" ON "webhook_endpoint" ("organisation", "url")
            WHERE "standing" <> 'deleted'
        """,
        #"CREATE INDEX "webhook_endpoint_standing" ON "webhook_endpoint" ("standing")"#,
        """
        CREATE TABLE "webhook_choice" (
            "organisation" UUID NOT NULL,
            "endpoint" UUID NOT NULL,
            "type" TEXT NOT NULL,
            PRIMARY KEY ("organisation", "endpoint", "type"),
            FOREIGN KEY ("organisation", "endpoint") REFERENCES "webhook_endpoint" ("organisation", "id")
        ) WITHOUT ROWID
        """,
    ]

    // A file's process holds deliveries in memory: only PostgreSQL uses `locked_until` and `fence`. A successful first
    // attempt is in the delivery's own row, as `first_at` and so on; all others have their own rows.
    //
    // The `position` of the events is the order in which an endpoint gets the events of one object. `body` is for an
    // event that only one endpoint gets and that has no row in `event`.
    static let deliveries = [
        """
        CREATE TABLE "webhook_delivery" (
            "organisation" UUID NOT NULL,
            "id" UUID NOT NULL,
            "endpoint" UUID NOT NULL,
            "event" UUID NOT NULL,
            "type" TEXT NOT NULL,
            "object_id" UUID NOT NULL,
            "position" INTEGER NOT NULL,
            "created_at" INTEGER NOT NULL,
            "status" TEXT NOT NULL CHECK ("status" IN ('pending', 'delivered', 'parked')),
            "attempts" INTEGER NOT NULL,
            "failures" INTEGER NOT NULL,
            "next_at" INTEGER,
            "locked_until" INTEGER,
            "fence" INTEGER NOT NULL,
            "ended_at" INTEGER,
            "resent_at" INTEGER,
            "first_at" INTEGER,
            "first_milliseconds" INTEGER,
            "first_status" INTEGER,
            "body" TEXT,
            PRIMARY KEY ("organisation", "id"),
            FOREIGN KEY ("organisation", "endpoint") REFERENCES "webhook_endpoint" ("organisation", "id")
        ) WITHOUT ROWID
        """,
        """
        CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" ("endpoint", "next_at", "position", "id")
            WHERE "status" = 'pending'
        """,
        """
        CREATE INDEX "webhook_delivery_order" ON "webhook_delivery" ("endpoint", "object_id", "position")
            WHERE "status" = 'pending'
        """,
        #"CREATE INDEX "webhook_delivery_ended" ON "webhook_delivery" ("ended_at") WHERE "ended_at" IS NOT NULL"#,
        #"CREATE INDEX "webhook_delivery_event" ON "webhook_delivery" ("organisation", "event")"#,
        #"CREATE INDEX "webhook_delivery_endpoint" ON "webhook_delivery" ("organisation", "endpoint", "id")"#,
        #"CREATE INDEX "webhook_delivery_object" ON "webhook_delivery" ("organisation", "object_id", "id")"#,
        #"CREATE INDEX "webhook_delivery_status" ON "webhook_delivery" ("organisation", "status", "id")"#,
        #"CREATE INDEX "webhook_delivery_type" ON "webhook_delivery" ("organisation", "type", "id")"#,
        #"CREATE INDEX "webhook_delivery_any_status" ON "webhook_delivery" ("status", "id")"#,
        """
        CREATE TABLE "webhook_attempt" (
            "organisation" UUID NOT NULL,
            "delivery" UUID NOT NULL,
            "number" INTEGER NOT NULL,
            "at" INTEGER NOT NULL,
            "milliseconds" INTEGER NOT NULL,
            "status" INTEGER,
            "failure" TEXT,
            PRIMARY KEY ("organisation", "delivery", "number"),
            FOREIGN KEY ("organisation", "delivery") REFERENCES "webhook_delivery" ("organisation", "id")
        ) WITHOUT ROWID
        """,
    ]
}
