package import SQLPort
package import Waiting

/// One store's table `told_change` in PostgreSQL: the changes of its commits, ordered by a number from the database.
///
/// The commit itself writes a row, so the table has no change without its commit. PostgreSQL gives out a number before
/// the commit is visible, and a rollback uses numbers up: `SequenceCursor` handles both.
package struct ToldChanges: Sendable {
    private let writing: SQLText
    private let reading: SQLText
    private let highest: SQLText
    private let forgetting: SQLText

    private static let forgottenAtOnce = 10_000

    /// `schema` is the schema of a store with the table ``table(_:)``, and `columns` identify an object.
    package init(in schema: StoreSchema, columns: [String]) {
        let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        let places = columns.indices.map { "?\($0 + 2)" }.joined(separator: ", ")
        func text(_ sql: String) -> SQLText { schema.text(sqlite: nil, postgres: sql) }
        writing = text(#"INSERT INTO "told_change" ("node", \#(names)) VALUES (?1, \#(places))"#)
        highest = text(#"SELECT COALESCE(MAX("number"), 0) FROM "told_change""#)
        reading = text(
            """
            SELECT "number", CASE WHEN "node" = ?4 THEN 1 ELSE 0 END, \(names) FROM (
                SELECT * FROM "told_change" WHERE "number" = ANY (string_to_array(?2, ',')::BIGINT[])
                UNION ALL
                (SELECT * FROM "told_change" WHERE "number" > ?1 ORDER BY "number" LIMIT ?3)) AS "asked"
            ORDER BY "number" LIMIT ?3
            """
        )
        forgetting = text(
            """
            DELETE FROM "told_change" WHERE "number" IN (
                SELECT "number" FROM "told_change" WHERE "number" <= ?1 ORDER BY "number" LIMIT ?2
                FOR UPDATE SKIP LOCKED)
            """
        )
    }

    /// The PostgreSQL statement that creates the table; `columns` identify an object, each with its type.
    package static func table(_ columns: [(name: String, type: String)]) -> String {
        """
        CREATE TABLE "told_change" (
            "number" BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            "node" BIGINT NOT NULL,
            \(columns.map { "\"\($0.name)\" \($0.type) NOT NULL" }.joined(separator: ",\n    "))
        )
        """
    }

    /// The statement that reports one object, as part of the commit that changes it.
    package func statement(by node: Int64, _ object: [SQLValue]) -> SQLStatement {
        SQLStatement(writing, values: [.integer(node)] + object)
    }

    package func reached(over batches: PostgresBatches) async throws(SQLFailure) -> Int64 {
        guard let row = try await batches.read([SQLStatement(highest)]).first?.rows.first else { return 0 }
        var columns = ColumnReader(row, table: "told_change")
        return try SQLFailure.reading { try columns.integer() }
    }

    /// Reads changes; `object` reads the columns that identify an object, and the node's own changes have no object.
    package func changes<Object>(
        _ question: SequenceCursor.Question,
        limit: Int,
        notOf node: Int64,
        over batches: PostgresBatches,
        object: (inout ColumnReader) throws -> Object?
    ) async throws(SQLFailure) -> [ToldChange<Object>] {
        let missing = question.missing.map(String.init).joined(separator: ",")
        let statement = SQLStatement(reading, [question.after, missing, max(0, limit), node])
        let rows = try await batches.read([statement]).first?.rows ?? []
        return try SQLFailure.reading {
            try rows.map { row in
                var columns = ColumnReader(row, table: "told_change")
                let (number, isOwn) = (try columns.integer(), try columns.integer() == 1)
                return ToldChange(number: number, object: isOwn ? nil : try object(&columns))
            }
        }
    }

    /// Deletes rows in batches, and skips rows that another node is deleting.
    package func forget(through number: Int64, over batches: PostgresBatches) async throws(SQLFailure) {
        var count: Int
        repeat {
            let statement = SQLStatement(forgetting, [number, Self.forgottenAtOnce])
            count = try await batches.write([statement]).first?.count ?? 0
        } while count == Self.forgottenAtOnce
    }
}
