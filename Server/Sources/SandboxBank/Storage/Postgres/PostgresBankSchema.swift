import PostgresClient
import SQLiteWriter

/// The bank's tables in PostgreSQL: a schema of its own, which holds what was applied to it too.
///
/// Each step has the name of SQLite's step, and makes the same tables and columns of the same meaning.
enum PostgresBankSchema {
    struct Step: Sendable {
        let name: String
        /// One each, since a pipeline takes no text with several.
        let statements: [String]
    }

    static let name = "bank"

    static let steps = [bank, holderPages, refusals, notificationClaims]

    /// Held by the node that makes or changes what all of them share.
    static let lock = PostgresStatement("SELECT pg_advisory_xact_lock($1)", [.integer(0x6368_6176_6562)])

    /// As long as a step may take on a database that is full.
    private static let longest = Duration.seconds(600)

    /// Applies what is missing, in one transaction; of several nodes that start together one does, and the others wait.
    ///
    /// Where nothing is missing it changes nothing, so that a role that may not make tables can open what another made.
    ///
    /// - Returns: the names of the steps that this call took.
    /// - Throws: `MigrationRefusal` or `PostgresError`; nothing was changed then.
    @discardableResult static func apply(over pool: PostgresPool) async throws -> [String] {
        guard try await !missing(over: pool).isEmpty else { return [] }
        return try await pool.transaction(within: longest) { transaction in
            let answers = try await transaction.run(
                [
                    // The server's own limits are made for requests.
                    PostgresStatement("SELECT set_config('statement_timeout', '0', true)"),
                    PostgresStatement("SELECT set_config('lock_timeout', '0', true)"),
                    lock,
                    .presence(ofSchema: name),
                    isFounded,
                ]
            )
            // Whoever uses the schema need not be allowed to make one, or a table in it.
            let present = answers.suffix(2).map { $0.first == .boolean(true) }
            var foundation = present.first == true ? [] : [#"CREATE SCHEMA "bank""#]
            if present.last != true { foundation.append(history) }
            foundation.append(applied)
            let names = try await transaction.run(foundation.map { PostgresStatement($0) }).last
            let missing = try missing(after: names ?? PostgresRows())
            guard !missing.isEmpty else { return [] }
            _ = try await transaction.commit(PostgresBatch(.writes, missing.flatMap(\.all)))
            return missing.map(\.name)
        }
    }

    /// Changes nothing.
    ///
    /// - Throws: `MigrationRefusal` when the schema is any other than that of all steps, or `PostgresError`.
    static func require(over pool: PostgresPool) async throws {
        guard let lacking = try await missing(over: pool).first else { return }
        throw MigrationRefusal.olderSchema(lacking: lacking.name)
    }

    /// Whether a bank was ever made there.
    static func isThere(over pool: PostgresPool) async throws -> Bool {
        let answers = try await pool.run(PostgresBatch(.reads, [isFounded]))
        return answers.first?.first == .boolean(true)
    }

    private static func missing(over pool: PostgresPool) async throws -> [Step] {
        guard try await isThere(over: pool) else { return steps }
        let answers = try await pool.run(PostgresBatch(.reads, [PostgresStatement(applied)]))
        return try missing(after: answers.first ?? PostgresRows())
    }

    private static func missing(after answer: PostgresRows) throws -> [Step] {
        let found = try answer.rows.map { row in
            var columns = PostgresColumns(row)
            return try columns.text()
        }
        try Migration.requireHistory(found, of: steps.map(\.name))
        return Array(steps.dropFirst(found.count))
    }

    private static let isFounded = PostgresStatement.presence(ofTable: "schema_migration", in: name)

    private static let history = """
        CREATE TABLE "bank"."schema_migration" (
            "position" BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            "name" TEXT NOT NULL UNIQUE
        )
        """

    private static let applied = #"SELECT "name" FROM "bank"."schema_migration" ORDER BY "position""#
}

extension PostgresBankSchema.Step {
    /// What the step does, and the note that it was done.
    fileprivate var all: [PostgresStatement] {
        let note = #"INSERT INTO "bank"."schema_migration" ("name") VALUES ($1)"#
        return statements.map { PostgresStatement($0) } + [PostgresStatement(note, [.text(name)])]
    }
}
