import PostgresNodes
import SQLPort
package import SignInModel
package import Waiting

/// The changes of all nodes to sign-in's records.
package struct RecordChangeFeed: ChangeFeed {
    static let table = ToldChanges(in: RecordSchema.all, columns: ["tenant", "kind", "id"])

    let batches: PostgresBatches
    let node: Int64

    package func reached() async throws -> Int64 { try await Self.table.reached(over: batches) }

    package func changes(
        _ question: SequenceCursor.Question,
        limit: Int
    ) async throws -> [ToldChange<RecordKey>] {
        try await Self.table.changes(question, limit: limit, notOf: node, over: batches) {
            try RecordKey(columns: &$0)
        }
    }

    package func forget(through number: Int64) async throws {
        try await Self.table.forget(through: number, over: batches)
    }
}
