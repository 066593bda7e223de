import GRDB
public import PaymentsCore
import StoredForms

extension SQLitePaymentsStore {
    public func auditEntries(of object: ObjectReference) async throws(StorageFault) -> [AuditEntry] {
        try await all(
            """
            SELECT \(AuditEntry.columnList) FROM "audit_entry" WHERE "object_kind" = ?1 AND "object_id" = ?2
            ORDER BY "version"
            """,
            [object.kind.rawValue.databaseValue, object.idText.databaseValue]
        )
    }

    public func events(
        after position: Int64,
        limit: Int
    ) async throws(StorageFault) -> [(position: Int64, event: OutboxEvent)] {
        let found: [PositionedEvent] = try await all(
            """
            SELECT \(PositionedEvent.columnList) FROM "event" WHERE "position" > ?1 ORDER BY "position" LIMIT ?2
            """,
            [position.databaseValue, max(0, limit).databaseValue]
        )
        return found.map { ($0.position, $0.event) }
    }
}
