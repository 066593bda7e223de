public import PostgresClient
package import SQLPort

/// What the nodes of one service tell each other of themselves: digests of the files that they must have alike, and who
/// they are.
///
/// A digest is all that is known of a file here; what is in the file cannot be found from it.
public struct PostgresNodeRegister: Sendable {
    package static let schema = SchemaInPostgres(name: "nodes", steps: [.nodes])

    let pool: PostgresPool

    /// Brings the schema up to date, or only looks at it where `mayMigrate` is false; the pool stays the caller's.
    ///
    /// - Throws: `MigrationRefusal` when the schema is none that this program can use, or `PostgresError`.
    public init(over pool: PostgresPool, mayMigrate: Bool = true) async throws {
        self.pool = pool
        if mayMigrate { try await Self.schema.apply(over: pool) } else { try await Self.schema.require(over: pool) }
    }

    /// The digests that a file may have now: none where no node has told of one, two while it is being replaced.
    public func digests(of name: String) async throws(PostgresError) -> [[UInt8]] {
        let statement = PostgresStatement(RegisterStatement.digests, [.text(name)])
        let answer = try await pool.runRetrying(PostgresBatch(.reads, [statement])).first
        guard let row = answer?.rows.first else { return [] }
        var columns = PostgresColumns(row)
        return [try columns.bytes()] + (try columns.optionalBytes().map { [$0] } ?? [])
    }

    /// Tells of a file, where nobody has yet.
    public func tell(_ digest: [UInt8], of name: String) async throws(PostgresError) {
        _ = try await run(RegisterStatement.tell, [.text(name), .bytes(digest)])
    }

    /// Says what a file's next digest will be, before it is replaced; until ``settle(_:of:)`` both may be.
    ///
    /// `current` is what it has now, `nil` where it was lost on all nodes.
    ///
    /// - Returns: `false` when `current` is not what the nodes have.
    /// - Throws: `PostgresError`; what was told then is found by ``digests(of:)``.
    public func announce(
        _ next: [UInt8],
        after current: [UInt8]?,
        of name: String
    ) async throws(PostgresError) -> Bool {
        let values: [PostgresValue] = [.text(name), .bytes(current ?? next), .bytes(next)]
        let sql = current == nil ? RegisterStatement.announceAnew : RegisterStatement.announce
        return try await run(sql, values) == 1
    }

    /// The file has been replaced: what it was before is no longer right.
    public func settle(_ digest: [UInt8], of name: String) async throws(PostgresError) {
        _ = try await run(RegisterStatement.settle, [.text(name), .bytes(digest)])
    }

    func run(_ sql: String, _ values: [PostgresValue]) async throws(PostgresError) -> Int {
        try await pool.runRetrying(PostgresBatch(.writes, [PostgresStatement(sql, values)])).first?.count ?? 0
    }
}

/// The statements over digests, in full.
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
