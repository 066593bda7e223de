public import PostgresClient
package import SQLPort

/// Shares facts between the nodes of one service: digests of the files that must be equal, and the living nodes.
///
/// The register knows only a file's digest; nobody can derive the file's content from it.
public struct PostgresNodeRegister: Sendable {
    package static let schema = SchemaInPostgres(name: "nodes", steps: [.nodes])

    let pool: PostgresPool

    /// Migrates the schema, or only checks it where `mayMigrate` is `false`; the caller closes the pool.
    ///
    /// - Throws: `MigrationRefusal` when this program cannot use the schema, or `PostgresError`.
    public init(over pool: PostgresPool, mayMigrate: Bool = true) async throws {
        self.pool = pool
        if mayMigrate { try await Self.schema.apply(over: pool) } else { try await Self.schema.require(over: pool) }
    }

    /// The digests that a file may have now: none before the first report, two during a replacement.
    public func digests(of name: String) async throws(PostgresError) -> [[UInt8]] {
        let statement = PostgresStatement(RegisterStatement.digests, [.text(name)])
        let answer = try await pool.runRetrying(PostgresBatch(.reads, [statement])).first
        guard let row = answer?.rows.first else { return [] }
        var columns = PostgresColumns(row)
        return [try columns.bytes()] + (try columns.optionalBytes().map { [$0] } ?? [])
    }

    /// Records a file's digest if no node has recorded one.
    public func tell(_ digest: [UInt8], of name: String) async throws(PostgresError) {
        _ = try await run(RegisterStatement.tell, [.text(name), .bytes(digest)])
    }

    /// Announces a file's next digest before its replacement; both digests are valid until ``settle(_:of:)``.
    ///
    /// `current` is the file's present digest, `nil` when all nodes lost the file.
    ///
    /// - Returns: `false` when `current` is not the nodes' digest.
    /// - Throws: `PostgresError`; ``digests(of:)`` then returns what is recorded.
    public func announce(
        _ next: [UInt8],
        after current: [UInt8]?,
        of name: String
    ) async throws(PostgresError) -> Bool {
        let values: [PostgresValue] = [.text(name), .bytes(current ?? next), .bytes(next)]
        let sql = current == nil ? RegisterStatement.announceAnew : RegisterStatement.announce
        return try await run(sql, values) == 1
    }

    /// Records that the file was replaced: its previous digest is no longer valid.
    public func settle(_ digest: [UInt8], of name: String) async throws(PostgresError) {
        _ = try await run(RegisterStatement.settle, [.text(name), .bytes(digest)])
    }

    func run(_ sql: String, _ values: [PostgresValue]) async throws(PostgresError) -> Int {
        try await pool.runRetrying(PostgresBatch(.writes, [PostgresStatement(sql, values)])).first?.count ?? 0
    }
}

/// The complete statements about digests.
enum RegisterStatement {
    static let digests = #"SELECT "digest", "next_digest" FROM "nodes"."shared_file" WHERE "name" = $1"#

    static let tell = """
        INSERT INTO "nodes"."shared_file" ("name", "digest") VALUES ($1, $2) ON CONFLICT ("name") DO NOTHING
        """

    static let announce = """
        INSERT INTO "nodes"."shared_file" AS "f" ("name", "digest", "next_digest") VALUES ($1, $2, $3)
        ON CONFLICT ("name") DO UPDATE SET "digest" = EXCLUDED."digest", "next_digest" = EXCLUDED."next_digest"
        WHERE "f"."digest" = EXCLUDED."digest" OR "f"."next_digest" = EXCLUDED."digest"
        """

    static let announceAnew = """
        INSERT INTO "nodes"."shared_file" AS "f" ("name", "digest", "next_digest") VALUES ($1, $2, $3)
        ON CONFLICT ("name") DO UPDATE SET "next_digest" = EXCLUDED."next_digest"
        """

    static let settle = """
        UPDATE "nodes"."shared_file" SET "digest" = $2, "next_digest" = NULL WHERE "name" = $1 AND "next_digest" = $2
        """
}
