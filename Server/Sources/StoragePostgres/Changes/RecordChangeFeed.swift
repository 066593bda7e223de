package import PaymentsCore
import PostgresClient
package import SignInCore

/// What all nodes changed among sign-in's records.
package struct RecordChangeFeed: ChangeFeed {
    static let table = ToldChanges(schema: "signin", columns: ["tenant", "kind", "id"])

    let pool: PostgresPool
    let node: Int64

    package func reached() async throws -> Int64 { try await Self.table.reached(over: pool) }

    package func changes(
        _ question: SequenceCursor.Question,
        limit: Int
    ) async throws -> [ToldChange<RecordKey>] {
        try await Self.table.changes(question, limit: limit, notOf: node, over: pool) {
            (columns) throws(PostgresError) in
            RecordKey(
                tenant: String(decoding: try columns.bytes(), as: UTF8.self),
                kind: try columns.text(),
                id: String(decoding: try columns.bytes(), as: UTF8.self)
            )
        }
    }

    package func forget(through number: Int64) async throws {
        try await Self.table.forget(through: number, over: pool)
    }
}
