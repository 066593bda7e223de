import SQLiteWriter

extension Migration {
    /// Sign-in's records and what they are found by.
    static let signInRecords = Migration(
        name: "0001_records",
        sql: """
            -- Tenants and ids are texts kept as bytes: they are compared by bytes, and a bound text would end at its first NUL.
            CREATE TABLE "record" (
                "tenant" BLOB NOT NULL,
                "kind" TEXT NOT NULL,
                "id" BLOB NOT NULL,
                "version" INTEGER NOT NULL CHECK ("version" > 0),
                "expires_at" INTEGER,
                "body" BLOB NOT NULL,
                PRIMARY KEY ("tenant", "kind", "id")
            ) STRICT;
            CREATE INDEX "record_expiry" ON "record" ("expires_at") WHERE "expires_at" IS NOT NULL;

            CREATE TABLE "record_index" (
                "kind" TEXT NOT NULL,
                "name" TEXT NOT NULL,
                "digest" BLOB NOT NULL,
                "tenant" BLOB NOT NULL,
                "id" BLOB NOT NULL,
                "is_unique" INTEGER NOT NULL CHECK ("is_unique" IN (0, 1)),
                PRIMARY KEY ("kind", "name", "digest", "tenant", "id"),
                FOREIGN KEY ("tenant", "kind", "id") REFERENCES "record" ("tenant", "kind", "id") ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX "record_index_record" ON "record_index" ("tenant", "kind", "id");
            -- The writer asks first; this holds should it ever forget to.
            CREATE UNIQUE INDEX "record_index_unique" ON "record_index" ("kind", "name", "digest") WHERE "is_unique" = 1;
            """
    )
}
