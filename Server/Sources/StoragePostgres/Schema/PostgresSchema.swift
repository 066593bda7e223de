import PostgresClient

/// One store's tables, in a schema of their own: the stores' tables may have the same names, as in SQLite's several files.
struct PostgresSchema: Sendable {
    var name: String
    /// Oldest first; steps are added, never changed.
    var migrations: [PostgresMigration]

    /// As long as a step may take on a database that is full.
    private static let longest = Duration.seconds(600)

    /// Any number: all programs that migrate ask for the same lock.
    private static let lock: Int64 = 0x6368_6176_6531

    /// Applies what is missing, all of it in one transaction; of several nodes that start together one does, and the others
    /// wait for it and find it done.
    ///
    /// - Throws: ``PostgresSchemaRefusal`` or `PostgresError`; nothing was changed then.
    func apply(over pool: PostgresPool) async throws {
        try await pool.transaction(within: Self.longest) { transaction in
            let present = try await transaction.run(
                [
                    // The server's own limits are made for requests.
                    PostgresStatement("SELECT set_config('statement_timeout', '0', true)"),
                    PostgresStatement("SELECT set_config('lock_timeout', '0', true)"),
                    PostgresStatement("SELECT pg_advisory_xact_lock($1)", [.integer(Self.lock)]),
                    PostgresStatement(SchemaStatement.isFounded),
                    PostgresStatement(SchemaStatement.isThere, [.text(SchemaStatement.own)]),
                    PostgresStatement(SchemaStatement.isThere, [.text(name)]),
                ]
            ).suffix(3).map { $0.first == .boolean(true) }
            // Whoever uses a schema need not be allowed to make one.
            if present.first == false {
                let schema = present[1] ? [] : [SchemaStatement.making(SchemaStatement.own)]
                _ = try await transaction.run((schema + [SchemaStatement.table]).map { PostgresStatement($0) })
            }
            let answer = try await transaction.run([PostgresStatement(SchemaStatement.applied, [.text(name)])])
            let applied = try Self.history(answer.first ?? PostgresRows())
            let missing = try applied.missing(of: migrations)
            guard !missing.isEmpty else { return }
            var statements = present.last == true ? [] : [PostgresStatement(SchemaStatement.making(name))]
            for (place, migration) in missing.enumerated() {
                statements += migration.statements.map { PostgresStatement($0) }
                statements.append(note(migration, at: applied.applied.count + place + 1))
            }
            _ = try await transaction.commit(PostgresBatch(.writes, statements))
        }
    }

    /// Changes nothing.
    ///
    /// - Throws: ``PostgresSchemaRefusal`` when the schema is any other than that of all steps, or `PostgresError`.
    func require(over pool: PostgresPool) async throws {
        let present = try await pool.run(PostgresBatch(.reads, [PostgresStatement(SchemaStatement.isFounded)]))
        var history = SchemaHistory(applied: [])
        if present.first?.first == .boolean(true) {
            let statement = PostgresStatement(SchemaStatement.applied, [.text(name)])
            history = try Self.history(try await pool.run(PostgresBatch(.reads, [statement])).first ?? PostgresRows())
        }
        if let lacking = try history.missing(of: migrations).first {
            throw PostgresSchemaRefusal.olderSchema(lacking: lacking.name)
        }
    }

    private func note(_ migration: PostgresMigration, at position: Int) -> PostgresStatement {
        let values: [PostgresValue] = [
            .text(name), .integer(Int64(position)), .text(migration.name), .bytes(migration.checksum),
        ]
        return PostgresStatement(SchemaStatement.note, values)
    }

    private static func history(_ answer: PostgresRows) throws(PostgresError) -> SchemaHistory {
        var steps: [SchemaHistory.Step] = []
        for row in answer.rows {
            var columns = PostgresColumns(row)
            steps.append(.init(name: try columns.text(), checksum: try columns.bytes()))
        }
        return SchemaHistory(applied: steps)
    }
}

/// The statements over the table of steps, in full.
private enum SchemaStatement {
    static let own = "chave"

    static func making(_ schema: String) -> String { "CREATE SCHEMA \"\(schema)\"" }

    static let isThere = "SELECT to_regnamespace($1) IS NOT NULL"

    static let table = """
        CREATE TABLE "chave"."schema_migration" (
            "store" TEXT NOT NULL,
            "position" BIGINT NOT NULL,
            "name" TEXT NOT NULL,
            "checksum" BYTEA NOT NULL,
            PRIMARY KEY ("store", "position"),
            UNIQUE ("store", "name")
        )
        """

    static let isFounded = #"SELECT to_regclass('"chave"."schema_migration"') IS NOT NULL"#

    static let applied = """
        SELECT "name", "checksum" FROM "chave"."schema_migration" WHERE "store" = $1 ORDER BY "position"
        """

    static let note = """
        INSERT INTO "chave"."schema_migration" ("store", "position", "name", "checksum") VALUES ($1, $2, $3, $4)
        """
}
