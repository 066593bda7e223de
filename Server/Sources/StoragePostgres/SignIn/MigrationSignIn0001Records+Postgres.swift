extension PostgresMigration {
    /// Sign-in's records and what they are found by; beside SQLite's step of the same name.
    static let signInRecords = PostgresMigration(
        name: "0001_records",
        statements: [
            // Tenants and ids are texts kept as bytes: they are compared by bytes, and a text here holds no NUL.
            """
            CREATE TABLE "signin"."record" (
                "tenant" BYTEA NOT NULL,
                "kind" TEXT COLLATE "C" NOT NULL,
                "id" BYTEA NOT NULL,
                "version" BIGINT NOT NULL CHECK ("version" > 0),
                "expires_at" BIGINT,
                "body" BYTEA NOT NULL,
                PRIMARY KEY ("tenant", "kind", "id")
            )
            """,
            """
            CREATE INDEX "record_expiry" ON "signin"."record" ("expires_at") WHERE "expires_at" IS NOT NULL
            """,
            // By digest first: who looks for one does not know its tenant.
            """
            CREATE TABLE "signin"."record_index" (
                "kind" TEXT COLLATE "C" NOT NULL,
                "name" TEXT COLLATE "C" NOT NULL,
                "digest" BYTEA NOT NULL,
                "tenant" BYTEA NOT NULL,
                "id" BYTEA NOT NULL,
                "is_unique" BIGINT NOT NULL CHECK ("is_unique" IN (0, 1)),
                PRIMARY KEY ("kind", "name", "digest", "tenant", "id"),
                FOREIGN KEY ("tenant", "kind", "id") REFERENCES "signin"."record" ("tenant", "kind", "id")
                    ON DELETE CASCADE
            )
            """,
            """
            CREATE INDEX "record_index_record" ON "signin"."record_index" ("tenant", "kind", "id")
            """,
            // The statement asks first; this holds when two ask at once.
            """
            CREATE UNIQUE INDEX "record_index_unique" ON "signin"."record_index" ("kind", "name", "digest")
                WHERE "is_unique" = 1
            """,
        ]
    )
}
