import ChaveBase
package import PaymentsModel
import PostgresNodes
import SQLPort
package import Waiting

/// The changes by all nodes to the objects of the Payments API.
package struct PaymentsChangeFeed: ChangeFeed {
    static let table = ToldChanges(in: PaymentsSchema.all, columns: ["object_kind", "object_id"])

    let batches: PostgresBatches
    let node: Int64

    /// Notifies other nodes about one object, as part of the commit that changes it.
    static func telling(of object: ObjectReference, by node: Int64) -> SQLStatement {
        table.statement(by: node, [.text(object.kind.rawValue), .text(object.idText)])
    }

    package func reached() async throws -> Int64 { try await Self.table.reached(over: batches) }

    package func changes(
        _ question: SequenceCursor.Question,
        limit: Int
    ) async throws -> [ToldChange<ObjectReference>] {
        try await Self.table.changes(question, limit: limit, notOf: node, over: batches) { columns in
            let (kind, id) = (try columns.text(), try columns.text())
            return ObjectReference.Kind(rawValue: kind).flatMap { ObjectReference(kind: $0, idText: id) }
        }
    }

    package func forget(through number: Int64) async throws {
        try await Self.table.forget(through: number, over: batches)
    }
}
