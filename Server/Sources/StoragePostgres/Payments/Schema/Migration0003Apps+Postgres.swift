extension PostgresMigration {
    /// Registered apps and their callback URLs.
    static let apps = PostgresMigration(
        name: "0003_apps",
        texts: [
            """
            CREATE TABLE "payments"."app" (
                "organisation" TEXT COLLATE "C" NOT NULL REFERENCES "payments"."organisation" ("id"),
                "id" TEXT COLLATE "C" NOT NULL,
                "platform" TEXT COLLATE "C" NOT NULL,
                "app_id" TEXT COLLATE "C" NOT NULL,
                "removed_at" BIGINT,
                "body" TEXT NOT NULL,
                PRIMARY KEY ("organisation", "id")
            )

            CREATE UNIQUE INDEX "app_own_id" ON "payments"."app" ("id")

            -- Of one organisation only: an app that somebody else has claimed can be registered by its owner all
            -- the same.
            CREATE UNIQUE INDEX "app_name" ON "payments"."app" ("organisation", "platform", "app_id")
                WHERE "removed_at" IS NULL

            CREATE TABLE "payments"."app_callback" (
                "organisation" TEXT COLLATE "C" NOT NULL,
                "url" TEXT COLLATE "C" NOT NULL,
                "app" TEXT COLLATE "C" NOT NULL,
                PRIMARY KEY ("organisation", "url", "app"),
                FOREIGN KEY ("organisation", "app") REFERENCES "payments"."app" ("organisation", "id")
            )
            """
        ]
    )
}
