public import PostgresClient
package import SQLPort

/// The number of seconds by which all nodes of a sandbox have moved their deadline clock forward.
///
/// The number is in a separate schema, `sandbox`. It only grows.
public struct SharedForwardOffset: Sendable {
    package static let schema = SchemaInPostgres(
        name: "sandbox",
        steps: [
            SchemaInPostgres.Step(
                name: "0001_forward_offset",
                statements: [
                    """
                    CREATE TABLE "sandbox"."forward_offset" (
                        "id" BIGINT NOT NULL PRIMARY KEY CHECK ("id" = 1),
                        "seconds" BIGINT NOT NULL CHECK ("seconds" >= 0)
                    )
                    """,
                    #"INSERT INTO "sandbox"."forward_offset" ("id", "seconds") VALUES (1, 0)"#,
                ]
            )
        ]
    )

    private let pool: PostgresPool

    /// Creates the missing tables; the caller closes the pool.
    ///
    /// - Throws: `MigrationRefusal` where a newer program has migrated the schema, or `PostgresError`.
    public init(over pool: PostgresPool) async throws {
        self.pool = pool
        try await Self.schema.apply(over: pool)
    }

    /// - Returns: the offset; 0 without a row, which is the start value.
    /// - Throws: `PostgresError`.
    public func seconds() async throws -> Int64 {
        let statement = PostgresStatement(#"SELECT "seconds" FROM "sandbox"."forward_offset""#)
        return try Self.number(try await pool.runRetrying(PostgresBatch(.reads, [statement]))) ?? 0
    }

    /// Adds `seconds` to the offset while the sum is at most `longest`; other nodes may add at the same time.
    ///
    /// - Returns: the new offset; `nil` when the sum would be too large, and nothing was added.
    /// - Throws: `PostgresError`; when its outcome is unknown, ``seconds()`` returns the result.
    public func add(_ seconds: Int64, atMost longest: Int64) async throws -> Int64? {
        let statement = PostgresStatement(
            """
            INSERT INTO "sandbox"."forward_offset" AS "o" ("id", "seconds") SELECT 1, $1 WHERE $1 <= $2
            ON CONFLICT ("id") DO UPDATE SET "seconds" = "o"."seconds" + excluded."seconds"
                WHERE "o"."seconds" <= $2 - excluded."seconds"
            RETURNING "seconds"
            """,
            [.integer(seconds), .integer(longest)]
        )
        return try Self.number(try await pool.runRetrying(PostgresBatch(.writes, [statement])))
    }

    private static func number(_ answers: [PostgresRows]) throws -> Int64? {
        guard let row = answers.first?.rows.first else { return nil }
        var columns = PostgresColumns(row)
        return try columns.integer()
    }
}
