public import PostgresClient
import SQLiteWriter

/// The tables of one store in PostgreSQL: a separate schema, which also records the applied steps.
///
/// ``StoreSchema`` converts each of its steps to one step here, under the same name.
public struct SchemaInPostgres: Sendable {
    public struct Step: Sendable {
        public let name: String
        /// One statement in each text, because a pipeline accepts no text with several.
        public let statements: [String]

        public init(name: String, statements: [String]) {
            self.name = name
            self.statements = statements
        }
    }

    public let name: String
    public let steps: [Step]
    /// The lock that a node holds while it creates or changes the schema that all nodes share.
    public let lock: PostgresStatement

    public static let commonLock = PostgresStatement(
        "SELECT pg_advisory_xact_lock($1)",
        [.integer(0x6368_6176_6531)]
    )

    /// The maximum time for all missing steps together, on a database with many rows.
    private static let longest = Duration.seconds(600)

    /// `lock` defaults to one lock for all schemas.
    public init(name: String, steps: [Step], lock: PostgresStatement = Self.commonLock) {
        self.name = name
        self.steps = steps
        self.lock = lock
    }

    /// Applies the missing steps in one transaction; one of several starting nodes does so, and the others wait.
    ///
    /// It changes nothing when no step is missing. Therefore a role that may not create tables can open the schema that
    /// another role created.
    ///
    /// - Returns: the names of the steps that this call applied.
    /// - Throws: `MigrationRefusal` or `PostgresError`; nothing was changed then.
    @discardableResult public func apply(over pool: PostgresPool) async throws -> [String] {
        guard try await !missing(over: pool).isEmpty else { return [] }
        return try await pool.transaction(within: Self.longest) { transaction in
            let answers = try await transaction.run(
                [
                    // The server's usual limits are for requests.
                    PostgresStatement("SELECT set_config('statement_timeout', '0', true)"),
                    PostgresStatement("SELECT set_config('lock_timeout', '0', true)"),
                    // The names in a step have no schema prefix.
                    PostgresStatement("SELECT set_config('search_path', $1, true)", [.text(name)]),
                    lock,
                    .presence(ofSchema: name),
                    isFounded,
                ]
            )
            // The role needs no right to create a schema or a table that exists already.
            let present = answers.suffix(2).map { $0.first == .boolean(true) }
            var foundation = present.first == true ? [] : [#"CREATE SCHEMA "\#(name)""#]
            if present.last != true { foundation.append(history) }
            foundation.append(applied)
            let names = try await transaction.run(foundation.map { PostgresStatement($0) }).last
            let missing = try missing(after: names ?? PostgresRows())
            guard !missing.isEmpty else { return [] }
            _ = try await transaction.commit(PostgresBatch(.writes, missing.flatMap(statements)))
            return missing.map(\.name)
        }
    }

    /// Checks that all steps are applied, and changes nothing.
    ///
    /// - Throws: `MigrationRefusal` when the schema is not that of all steps, or `PostgresError`.
    public func require(over pool: PostgresPool) async throws {
        guard let lacking = try await missing(over: pool).first else { return }
        throw MigrationRefusal.olderSchema(lacking: lacking.name)
    }

    /// Whether the schema's tables were ever created there.
    public func isThere(over pool: PostgresPool) async throws -> Bool {
        let answers = try await pool.run(PostgresBatch(.reads, [isFounded]))
        return answers.first?.first == .boolean(true)
    }

    private func missing(over pool: PostgresPool) async throws -> [Step] {
        guard try await isThere(over: pool) else { return steps }
        let answers = try await pool.run(PostgresBatch(.reads, [PostgresStatement(applied)]))
        return try missing(after: answers.first ?? PostgresRows())
    }

    private func missing(after answer: PostgresRows) throws -> [Step] {
        let found = try answer.rows.map { row in
            var columns = PostgresColumns(row)
            return try columns.text()
        }
        try Migration.requireHistory(found, of: steps.map(\.name))
        return Array(steps.dropFirst(found.count))
    }

    private var isFounded: PostgresStatement { .presence(ofTable: "schema_migration", in: name) }

    private var history: String {
        """
        CREATE TABLE "\(name)"."schema_migration" (
            "position" BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            "name" TEXT NOT NULL UNIQUE
        )
        """
    }

    private var applied: String { #"SELECT "name" FROM "\#(name)"."schema_migration" ORDER BY "position""# }

    /// The step's statements, and the statement that records the step.
    private func statements(of step: Step) -> [PostgresStatement] {
        let note = #"INSERT INTO "\#(name)"."schema_migration" ("name") VALUES ($1)"#
        return step.statements.map { PostgresStatement($0) } + [PostgresStatement(note, [.text(step.name)])]
    }
}
