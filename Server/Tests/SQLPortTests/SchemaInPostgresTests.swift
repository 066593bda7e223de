import PostgresClient
import PostgresTestSupport
import SQLPort
import SQLiteWriter
import Testing

@Suite(.timeLimit(.minutes(10))) struct SchemaInPostgresTests {
    private static let steps = [
        SchemaInPostgres.Step(name: "0001_one", statements: [#"CREATE TABLE "sample"."one" ("n" BIGINT NOT NULL)"#]),
        SchemaInPostgres.Step(name: "0002_two", statements: [#"CREATE TABLE "sample"."two" ("n" BIGINT NOT NULL)"#]),
    ]

    private static func schema(_ steps: [SchemaInPostgres.Step] = steps) -> SchemaInPostgres {
        SchemaInPostgres(name: "sample", steps: steps)
    }

    private func withPool(_ body: (PostgresPool) async throws -> Void) async throws {
        try await SharedServer.withDatabase("a test of schemas") { string async throws in
            let pool = PostgresPool(try PostgresSettings(string))
            do {
                try await body(pool)
            } catch {
                await pool.close()
                throw error
            }
            await pool.close()
        }
    }

    private func count(_ sql: String, _ pool: PostgresPool) async throws -> PostgresValue? {
        try await pool.run(PostgresBatch(.reads, [PostgresStatement(sql)])).first?.first
    }

    @Test func whatIsMissingIsAppliedOnce() async throws {
        try await withPool { pool async throws in
            await #expect(throws: MigrationRefusal.olderSchema(lacking: "0001_one")) {
                try await Self.schema().require(over: pool)
            }
            try await Self.schema([Self.steps[0]]).apply(over: pool)
            await #expect(throws: MigrationRefusal.olderSchema(lacking: "0002_two")) {
                try await Self.schema().require(over: pool)
            }
            for _ in 0..<2 { try await Self.schema().apply(over: pool) }
            try await Self.schema().require(over: pool)
            #expect(try await count(#"SELECT COUNT(*) FROM "sample"."two""#, pool) == .integer(0))
        }
    }

    /// As many nodes as there are, on a database that has nothing yet.
    @Test func ofNodesThatStartTogetherOneMigrates() async throws {
        let string = try await SharedServer.database()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let pool = PostgresPool(try PostgresSettings(string))
                    try await Self.schema().apply(over: pool)
                    await pool.close()
                }
            }
            try await group.waitForAll()
        }
        let pool = PostgresPool(try PostgresSettings(string))
        #expect(try await count(StoredSample.countingSteps, pool) == .integer(2))
        await pool.close()
    }

    @Test func aStepThatFailsLeavesNothingBehind() async throws {
        try await withPool { pool async throws in
            let bad = SchemaInPostgres.Step(
                name: "0002_bad",
                statements: [#"CREATE TABLE "sample"."one" ("n" BIGINT)"#]
            )
            let error = await #expect(throws: PostgresError.self) {
                try await Self.schema([Self.steps[0], bad]).apply(over: pool)
            }
            #expect(error?.sqlState == "42P07")
            #expect(try await count("SELECT COUNT(*) FROM pg_namespace WHERE nspname = 'sample'", pool) == .integer(0))
            try await Self.schema().apply(over: pool)
        }
    }

    @Test func anotherHistoryIsRefused() async throws {
        try await withPool { pool async throws in
            try await Self.schema().apply(over: pool)
            let reversed: [SchemaInPostgres.Step] = Self.steps.reversed()
            let cases: [([SchemaInPostgres.Step], MigrationRefusal)] = [
                ([Self.steps[0]], .newerSchema(found: "0002_two")),
                (reversed, .differentHistory(expected: "0002_two", found: "0001_one")),
            ]
            for (steps, refusal) in cases {
                await #expect(throws: refusal) { try await Self.schema(steps).apply(over: pool) }
                await #expect(throws: refusal) { try await Self.schema(steps).require(over: pool) }
            }
        }
    }

    /// Once the tables are there, a start makes nothing, and needs no right to.
    @Test func whoMayMakeNothingStartsOverWhatIsThere() async throws {
        try await SharedServer.withDatabase("a role with few rights") { string async throws in
            let admin = PostgresPool(try PostgresSettings(string))
            let role = "few_rights_\(UInt64.random(in: 0 ... .max))"
            try await Self.schema().apply(over: admin)
            for sql in [
                #"CREATE ROLE "\#(role)" LOGIN"#, #"GRANT USAGE ON SCHEMA "sample" TO "\#(role)""#,
                StoredSample.showingSteps(to: role),
            ] {
                _ = try await admin.run(PostgresBatch(.writes, [PostgresStatement(sql)]))
            }
            let pool = PostgresPool(try PostgresSettings(string.replacing("chave@", with: "\(role)@")))
            try await Self.schema().apply(over: pool)
            let more = Self.steps + [SchemaInPostgres.Step(name: "0003_three", statements: ["SELECT 1"])]
            let error = await #expect(throws: PostgresError.self) { try await Self.schema(more).apply(over: pool) }
            #expect(error?.kind == .notAuthorised)
            await pool.close()
            await admin.close()
        }
    }

    /// Whoever may not make schemas is given empty ones.
    @Test func schemasThatAreThereAreUsed() async throws {
        try await withPool { pool async throws in
            _ = try await pool.run(PostgresBatch(.writes, [PostgresStatement(#"CREATE SCHEMA "sample""#)]))
            try await Self.schema().apply(over: pool)
            try await Self.schema().require(over: pool)
        }
    }
}
