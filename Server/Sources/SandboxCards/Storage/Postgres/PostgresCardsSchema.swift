import PostgresClient
import SQLiteWriter

/// The tables of the sandbox's cards in PostgreSQL: a schema of its own, which holds what was applied to it too.
///
/// Each step has the name of SQLite's step, and makes the same tables and columns of the same meaning.
enum PostgresCardsSchema {
    struct Step: Sendable {
        let name: String
        /// One each, since a pipeline takes no text with several.
        let statements: [String]
    }

    static let name = "cards"

    static let steps = [cards]

    /// Held by whoever makes or changes what is at a desk: all of it is one turn, over all nodes.
    static let turn = PostgresStatement("SELECT pg_advisory_xact_lock($1)", [.integer(0x6368_6176_6563)])

    /// As long as a step may take on a database that is full.
    private static let longest = Duration.seconds(600)

    /// Applies what is missing, in one transaction; of several nodes that start together one does, and the others wait.
    ///
    /// - Throws: `MigrationRefusal` or `PostgresError`; nothing was changed then.
    static func apply(over pool: PostgresPool) async throws {
        try await pool.transaction(within: longest) { transaction in
            let answers = try await transaction.run(
                [
                    // The server's own limits are made for requests.
                    PostgresStatement("SELECT set_config('statement_timeout', '0', true)"),
                    PostgresStatement("SELECT set_config('lock_timeout', '0', true)"),
                    turn,
                    PostgresStatement(#"SELECT to_regnamespace('"cards"') IS NOT NULL"#),
                    PostgresStatement(isFounded),
                ]
            )
            let isThere = answers.suffix(2).map { $0.first == .boolean(true) }
            // Whoever owns the schema need not be allowed to make one.
            let foundation =
                (isThere.first == true ? [] : [#"CREATE SCHEMA "cards""#]) + (isThere.last == true ? [] : [history])
            let names = try await transaction.run((foundation + [applied]).map { PostgresStatement($0) }).last
            let missing = try missing(after: names ?? PostgresRows())
            guard !missing.isEmpty else { return }
            _ = try await transaction.commit(PostgresBatch(.writes, missing.flatMap(\.all)))
        }
    }

    /// Changes nothing.
    ///
    /// - Throws: `MigrationRefusal` when the schema is any other than that of all steps, or `PostgresError`.
    static func require(over pool: PostgresPool) async throws {
        var names = PostgresRows()
        if try await pool.run(PostgresBatch(.reads, [PostgresStatement(isFounded)])).first?.first == .boolean(true) {
            names = try await pool.run(PostgresBatch(.reads, [PostgresStatement(applied)])).first ?? names
        }
        if let lacking = try missing(after: names).first { throw MigrationRefusal.olderSchema(lacking: lacking.name) }
    }

    private static func missing(after answer: PostgresRows) throws -> [Step] {
        let found = try answer.rows.map { row in
            var columns = PostgresColumns(row)
            return try columns.text()
        }
        try Migration.requireHistory(found, of: steps.map(\.name))
        return Array(steps.dropFirst(found.count))
    }

    private static let isFounded = #"SELECT to_regclass('"cards"."schema_migration"') IS NOT NULL"#

    private static let history = """
        CREATE TABLE "cards"."schema_migration" (
            "position" BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            "name" TEXT NOT NULL UNIQUE
        )
        """

    private static let applied = #"SELECT "name" FROM "cards"."schema_migration" ORDER BY "position""#

    private static let cards = Step(
        name: "0001_cards",
        statements: [
            """
            CREATE TABLE "cards"."card_holder" (
                "tenant" TEXT COLLATE "C" NOT NULL,
                "user" TEXT COLLATE "C" NOT NULL,
                "display_name" TEXT COLLATE "C",
                PRIMARY KEY ("tenant", "user")
            )
            """,
            """
            CREATE TABLE "cards"."card" (
                "position" BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                "pan_reference" TEXT COLLATE "C" NOT NULL UNIQUE,
                "tenant" TEXT COLLATE "C" NOT NULL,
                "user" TEXT COLLATE "C" NOT NULL,
                "network" TEXT COLLATE "C" NOT NULL,
                "name" TEXT COLLATE "C" NOT NULL,
                "last_four" TEXT COLLATE "C" NOT NULL,
                "is_blocked" BIGINT NOT NULL DEFAULT 0,
                "issued_at" BIGINT NOT NULL,
                UNIQUE ("tenant", "user", "network"),
                FOREIGN KEY ("tenant", "user") REFERENCES "cards"."card_holder" ("tenant", "user")
            )
            """,
            """
            CREATE TABLE "cards"."token" (
                "position" BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                "id" TEXT COLLATE "C" NOT NULL UNIQUE,
                "network" TEXT COLLATE "C" NOT NULL,
                "requestor" TEXT COLLATE "C" NOT NULL,
                "pan_reference" TEXT COLLATE "C" NOT NULL REFERENCES "cards"."card" ("pan_reference"),
                "wallet_account" TEXT COLLATE "C" NOT NULL,
                "device" TEXT COLLATE "C" NOT NULL,
                "device_index" BIGINT,
                "device_name" TEXT COLLATE "C" NOT NULL,
                "temper" TEXT COLLATE "C" NOT NULL,
                "approvals_asked" BIGINT NOT NULL DEFAULT 0,
                "state" TEXT COLLATE "C" NOT NULL,
                "step_up_opened_at" BIGINT,
                "added_at" BIGINT NOT NULL,
                "changed_at" BIGINT NOT NULL
            )
            """,
            #"CREATE INDEX "token_of_card" ON "cards"."token" ("pan_reference")"#,
            #"CREATE INDEX "token_of_wallet_account" ON "cards"."token" ("wallet_account")"#,
            """
            CREATE TABLE "cards"."network_operation" (
                "network" TEXT COLLATE "C" NOT NULL,
                "id" TEXT COLLATE "C" NOT NULL,
                "token" TEXT COLLATE "C" NOT NULL REFERENCES "cards"."token" ("id"),
                "content" TEXT COLLATE "C" NOT NULL,
                "refusal" TEXT COLLATE "C",
                "made_at" BIGINT NOT NULL,
                PRIMARY KEY ("network", "id")
            )
            """,
        ]
    )
}

extension PostgresCardsSchema.Step {
    /// What the step does, and the note that it was done.
    fileprivate var all: [PostgresStatement] {
        let note = #"INSERT INTO "cards"."schema_migration" ("name") VALUES ($1)"#
        return statements.map { PostgresStatement($0) } + [PostgresStatement(note, [.text(name)])]
    }
}
