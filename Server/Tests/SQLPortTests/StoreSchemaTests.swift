import SQLiteWriter
import Testing

@testable import SQLPort

/// One text of a schema, in the words of each database.
@Suite struct StoreSchemaTests {
    private func both(_ statement: String) -> (sqlite: String?, postgres: String?) {
        let schema = StoreSchema(name: "s", steps: [.init(name: "0001", statements: [statement])], lockNumber: 1)
        return (schema.migrations.first?.sql, schema.inPostgres.steps.first?.statements.first)
    }

    @Test(arguments: [
        (
            #"CREATE TABLE "t" ("a" TEXT NOT NULL, "b" INTEGER, "c" BLOB)"#,
            #"CREATE TABLE "t" ("a" TEXT NOT NULL, "b" INTEGER, "c" BLOB) STRICT"#,
            #"CREATE TABLE "t" ("a" TEXT COLLATE "C" NOT NULL, "b" BIGINT, "c" BYTEA)"#
        ),
        (
            #"CREATE TABLE "t" ("a" TEXT, PRIMARY KEY ("a")) WITHOUT ROWID"#,
            #"CREATE TABLE "t" ("a" TEXT, PRIMARY KEY ("a")) STRICT, WITHOUT ROWID"#,
            #"CREATE TABLE "t" ("a" TEXT COLLATE "C", PRIMARY KEY ("a"))"#
        ),
        (
            #"CREATE TABLE "t" ("n" INTEGER NOT NULL PRIMARY KEY, "m" INTEGER NOT NULL)"#,
            #"CREATE TABLE "t" ("n" INTEGER NOT NULL PRIMARY KEY, "m" INTEGER NOT NULL) STRICT"#,
            #"CREATE TABLE "t" ("n" BIGINT GENERATED ALWAYS AS IDENTITY NOT NULL PRIMARY KEY, "m" BIGINT NOT NULL)"#
        ),
        (
            #"CREATE TABLE "t" ("a" TEXT REFERENCES "u" ("a"), "b" INTEGER CHECK ("b" > 0), UNIQUE ("a", "b"))"#,
            #"CREATE TABLE "t" ("a" TEXT REFERENCES "u" ("a"), "b" INTEGER CHECK ("b" > 0), UNIQUE ("a", "b")) STRICT"#,
            #"CREATE TABLE "t" ("a" TEXT COLLATE "C" REFERENCES "u" ("a"), "b" BIGINT CHECK ("b" > 0), UNIQUE ("a", "b"))"#
        ),
        (
            #"ALTER TABLE "t" ADD COLUMN "b" BLOB"#, #"ALTER TABLE "t" ADD COLUMN "b" BLOB"#,
            #"ALTER TABLE "t" ADD COLUMN "b" BYTEA"#
        ),
        (
            #"CREATE TABLE "UUID" ("id" UUID NOT NULL PRIMARY KEY)"#,
            #"CREATE TABLE "UUID" ("id" BLOB NOT NULL PRIMARY KEY) STRICT"#,
            #"CREATE TABLE "UUID" ("id" UUID NOT NULL PRIMARY KEY)"#
        ),
        (
            #"ALTER TABLE "t" ADD COLUMN "b" UUID"#, #"ALTER TABLE "t" ADD COLUMN "b" BLOB"#,
            #"ALTER TABLE "t" ADD COLUMN "b" UUID"#
        ),
        // Names and texts stay as they are.
        (
            #"CREATE TABLE "TEXT" ("BLOB" TEXT DEFAULT 'INTEGER')"#,
            #"CREATE TABLE "TEXT" ("BLOB" TEXT DEFAULT 'INTEGER') STRICT"#,
            #"CREATE TABLE "TEXT" ("BLOB" TEXT COLLATE "C" DEFAULT 'INTEGER')"#
        ),
        (
            #"CREATE INDEX "i" ON "t" ("a") WHERE "a" <> 'TEXT'"#,
            #"CREATE INDEX "i" ON "t" ("a") WHERE "a" <> 'TEXT'"#,
            #"CREATE INDEX "i" ON "t" ("a") WHERE "a" <> 'TEXT'"#
        ),
    ])
    func aStatementIsSaidOnceForBoth(_ said: String, _ sqlite: String, _ postgres: String) {
        let found = both(said)
        #expect(found.sqlite == sqlite)
        #expect(found.postgres == postgres)
    }

    /// What the rules are not made for is no statement of a schema.
    @Test(arguments: [
        #"create table "t" ("a" TEXT)"#, #"CREATE TEMP TABLE "t" ("a" TEXT)"#, #"CREATE TABLE "t" ("a" TEXT);"#,
        #"CREATE TABLE "t" ("a" INTEGER PRIMARY KEY)"#, #"CREATE TABLE "t" ("a" text)"#,
        #"CREATE TABLE "t" ("a" TEXT) WITHOUT  ROWID"#, #"CREATE INDEX "i" ON "t" (CAST("a" AS TEXT))"#,
        #"CREATE TABLE "t" ("a" TEXT) -- it's"#, #"DROP TABLE "t""#, "",
    ])
    func whatTheRulesAreNotMadeForIsNotKnown(_ statement: String) {
        #expect(!SchemaText.isKnown(statement))
    }
}
