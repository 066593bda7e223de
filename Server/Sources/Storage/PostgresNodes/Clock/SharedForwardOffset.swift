public import PostgresClient
package import SQLPort

/// How far the nodes of a sandbox have put forward the clock that their deadlines go by: one number for all of them.
///
/// In a schema of its own, `sandbox`. It only grows.
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

    /// Makes what is missing; the pool stays the caller's.
    ///
    /// - Throws: `MigrationRefusal` where a newer program has been there, or `PostgresError`.
    public init(over pool: PostgresPool) async throws {
        self.pool = pool
        try await Self.schema.apply(over: pool)
    }

    /// - Throws: `PostgresError`; without its row it is 0, which is where it begins.
    public func seconds() async throws -> Int64 {
        let statement = PostgresStatement(#"SELECT "seconds" FROM "sandbox"."forward_offset""#)
        return try Self.number(try await pool.runRetrying(PostgresBatch(.reads, [statement]))) ?? 0
    }

    /// Adds to it, whatever other nodes add at the same time, as long as it is `longest` at most.
    ///
    /// - Returns: what it is then; `nil` where that would be too much, and nothing was added.
    /// - Throws: `PostgresError`; where its outcome is unknown ``seconds()`` tells.
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
