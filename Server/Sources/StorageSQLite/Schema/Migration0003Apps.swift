import SQLiteWriter

extension Migration {
    /// Registered apps and their callback URLs.
    static let apps = Migration(
        name: "0003_apps",
        sql: """
            CREATE TABLE "app" (
                "organisation" TEXT NOT NULL REFERENCES "organisation" ("id"),
                "id" TEXT NOT NULL,
                "platform" TEXT NOT NULL,
                "app_id" TEXT NOT NULL,
                "removed_at" INTEGER,
                "body" TEXT NOT NULL,
                PRIMARY KEY ("organisation", "id")
            ) STRICT;
            CREATE UNIQUE INDEX "app_own_id" ON "app" ("id");
            -- Of one organisation only: an app that somebody else has claimed can be registered by its owner all the same.
            CREATE UNIQUE INDEX "app_name" ON "app" ("organisation", "platform", "app_id") WHERE "removed_at" IS NULL;

            CREATE TABLE "app_callback" (
                "organisation" TEXT NOT NULL,
                "url" TEXT NOT NULL,
                "app" TEXT NOT NULL,
                PRIMARY KEY ("organisation", "url", "app"),
                FOREIGN KEY ("organisation", "app") REFERENCES "app" ("organisation", "id")
            ) STRICT;
            """
    )
}
