import Testing

@testable import SQLPort

/// One text of a statement, in the words of each database.
@Suite struct SQLTextTests {
    private let schema = StoreSchema(
        name: "s",
        steps: [
            .init(
                name: "0001",
                statements: [
                    #"CREATE TABLE "event" ("id" TEXT NOT NULL PRIMARY KEY, "at" INTEGER NOT NULL)"#,
                    #"CREATE TABLE "note" ("event" TEXT, "n" INTEGER, "m" INTEGER, UNIQUE ("n", "m"))"#,
                    #"CREATE UNIQUE INDEX "note_event" ON "note" ("event", "n") WHERE "n" > 0"#,
                ]
            )
        ],
        lockNumber: 1
    )

    @Test(arguments: [
        (#"SELECT "at" FROM "event" WHERE "id" = ?1"#, #"SELECT "at" FROM "s"."event" WHERE "id" = $1"#),
        (
            #"SELECT "n"."m" FROM "event" AS "e" JOIN "note" AS "n" ON "n"."event" = "e"."id" LIMIT ?12"#,
            #"SELECT "n"."m" FROM "s"."event" AS "e" JOIN "s"."note" AS "n" ON "n"."event" = "e"."id" LIMIT $12"#
        ),
        (
            #"INSERT INTO "note" ("event") VALUES (?1) ON CONFLICT DO UPDATE SET "n" = excluded."n""#,
            #"INSERT INTO "s"."note" ("event") VALUES ($1) ON CONFLICT DO UPDATE SET "n" = excluded."n""#
        ),
        (#"UPDATE "note" SET "n" = ?1"#, #"UPDATE "s"."note" SET "n" = $1"#),
        (#"DELETE FROM "note""#, #"DELETE FROM "s"."note""#),
        // A column may be named like a table.
        (
            #"SELECT "event" FROM "note" WHERE ?1 IS NOT DISTINCT FROM "event""#,
            #"SELECT "event" FROM "s"."note" WHERE $1 IS NOT DISTINCT FROM "event""#
        ),
        // What one statement makes for itself is in no schema.
        (
            #"SELECT 1 FROM (SELECT 1 FROM "found") AS "event""#, #"SELECT 1 FROM (SELECT 1 FROM "found") AS "event""#
        ),
        (
            #"SELECT 1 FROM "note" INDEXED BY "note_event" WHERE "n" = ?1"#,
            #"SELECT 1 FROM "s"."note"  WHERE "n" = $1"#
        ),
        (#"SELECT '?1 FROM "event"'"#, #"SELECT '?1 FROM "event"'"#),
    ])
    func aTextIsSaidOnceForBoth(_ said: String, _ postgres: String) {
        let text = schema.text(said)
        #expect(text.sqlite == said)
        #expect(text.postgres == postgres)
        #expect(text.demand == .nothing)
    }

    @Test(arguments: [
        (SQLDemand.changesRow, "WITH \"done\" AS (\nSELECT 1 RETURNING 1\n) SELECT 1 / COUNT(*) FROM \"done\""),
        (.findsRow, "SELECT 1 / COUNT(*) FROM (\nSELECT 1\n) AS \"found\""),
        (
            .findsNone,
            "SELECT 1 / (CASE WHEN COUNT(*) = 0 THEN 1 ELSE 0 END) FROM (\nSELECT 1\n) AS \"found\""
        ),
        (.holdsRow(.shared), "WITH \"held\" AS (\nSELECT 1 FOR SHARE\n) SELECT 1 / COUNT(*) FROM \"held\""),
        (.holdsRow(.alone), "WITH \"held\" AS (\nSELECT 1 FOR NO KEY UPDATE\n) SELECT 1 / COUNT(*) FROM \"held\""),
    ])
    func aDemandIsPartOfThePostgresText(_ demand: SQLDemand, _ postgres: String) {
        let text = schema.text("SELECT 1", demand)
        #expect(text.sqlite == "SELECT 1")
        #expect(text.postgres == postgres)
    }

    @Test func aTextOfOneDatabaseIsNothingInTheOther() {
        let text = schema.text(sqlite: nil, postgres: #"SELECT 1 FROM "event" FOR SHARE"#)
        #expect(text.sqlite == nil)
        #expect(text.postgres == #"SELECT 1 FROM "s"."event" FOR SHARE"#)
    }

    @Test(arguments: [
        ("event.id", true, "event_pkey"), ("note.event, note.n", false, "note_event"),
        ("note.n, note.m", false, "note_n_m_key"),
    ])
    func aKeyHasTheNameThatPostgresGivesIt(_ columns: String, _ isPrimary: Bool, _ name: String) {
        #expect(schema.names.key(of: columns, isPrimary: isPrimary) == name)
    }
}
