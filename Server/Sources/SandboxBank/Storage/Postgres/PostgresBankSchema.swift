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
    /// - Throws: `MigrationRefusal` or `PostgresError`; nothing was changed then.
    static func apply(over pool: PostgresPool) async throws {
        try await pool.transaction(within: longest) { transaction in
            let answers = try await transaction.run(
                [
                    // The server's own limits are made for requests.
                    PostgresStatement("SELECT set_config('statement_timeout', '0', true)"),
                    PostgresStatement("SELECT set_config('lock_timeout', '0', true)"),
                    lock,
                    PostgresStatement("SELECT to_regnamespace($1) IS NOT NULL", [.text(name)]),
                    PostgresStatement(isFounded),
                ]
            )
            // Whoever uses the schema need not be allowed to make one, or a table in it.
            let (isThere, isFounded) = (answers.dropLast().last, answers.last)
            var foundation = isThere?.first == .boolean(true) ? [] : [#"CREATE SCHEMA "bank""#]
            if isFounded?.first != .boolean(true) { foundation.append(history) }
            foundation.append(applied)
            let names = try await transaction.run(foundation.map { PostgresStatement($0) }).last
            let missing = try missing(after: names ?? PostgresRows())
            guard !missing.isEmpty else { return }
            _ = try await transaction.commit(PostgresBatch(.writes, missing.flatMap(\.all)))
        }
    }

    /// Changes nothing.
    ///
    /// - Throws: `MigrationRefusal` when the schema is any other than that of all steps, or `PostgresError`.
    static func require(over pool: PostgresPool) async throws {
        let isThere = PostgresStatement(isFounded)
        var names = PostgresRows()
        if try await pool.run(PostgresBatch(.reads, [isThere])).first?.first == .boolean(true) {
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

    private static let isFounded = #"SELECT to_regclass('"bank"."schema_migration"') IS NOT NULL"#

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
