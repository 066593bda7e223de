import PostgresNodes
import SQLPort

/// Sign-in's records and the digests by which they are found.
enum RecordSchema {
    static let all = StoreSchema(
        name: "signin",
        steps: [
            StoreSchema.Step(name: "0001_records", statements: records + indexes, ofPostgres: [toldChanges])
        ],
        lockNumber: 0x6368_6176_6533
    )

    // Tenants and ids are texts stored as bytes, so that the database compares them by bytes.
    private static let records = [
        """
        CREATE TABLE "record" (
            "tenant" BLOB NOT NULL,
            "kind" TEXT NOT NULL,
            "id" BLOB NOT NULL,
            "version" INTEGER NOT NULL CHECK ("version" > 0),
            "expires_at" INTEGER,
            "body" BLOB NOT NULL,
            PRIMARY KEY ("tenant", "kind", "id")
        )
        """,
        #"CREATE INDEX "record_expiry" ON "record" ("expires_at") WHERE "expires_at" IS NOT NULL"#,
    ]

    // The digest comes before the tenant, because a lookup does not know the tenant. A commit asks whether a unique
    // digest is free; the unique index ensures it when two commits ask at once.
    private static let indexes = [
        """
        CREATE TABLE "record_index" (
            "kind" TEXT NOT NULL,
            "name" TEXT NOT NULL,
            "digest" BLOB NOT NULL,
            "tenant" BLOB NOT NULL,
            "id" BLOB NOT NULL,
            "is_unique" INTEGER NOT NULL CHECK ("is_unique" IN (0, 1)),
            PRIMARY KEY ("kind", "name", "digest", "tenant", "id"),
            FOREIGN KEY ("tenant", "kind", "id") REFERENCES "record" ("tenant", "kind", "id") ON DELETE CASCADE
        ) WITHOUT ROWID
        """,
        #"CREATE INDEX "record_index_record" ON "record_index" ("tenant", "kind", "id")"#,
        """
        CREATE UNIQUE INDEX "record_index_unique" ON "record_index" ("kind", "name", "digest") WHERE "is_unique" = 1
        """,
    ]

    /// The changes that wake waiting clients on other nodes; a SQLite file has only one process.
    private static let toldChanges = ToldChanges.table(
        [("tenant", "BYTEA"), ("kind", #"TEXT COLLATE "C""#), ("id", "BYTEA")]
    )
}
