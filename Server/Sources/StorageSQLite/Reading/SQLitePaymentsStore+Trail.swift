public import ChavePixModel
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

    public func event(
        _ id: String,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> OutboxEvent? {
        let found: PositionedEvent? = try await first(
            #"SELECT \#(PositionedEvent.columnList) FROM "event" WHERE "organisation" = ?1 AND "id" = ?2"#,
            [organisation.databaseValue, id.databaseValue]
        )
        return found?.event
    }

    public func events(
        _ query: EventQuery,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<OutboxEvent> {
        try await page(query.list(of: organisation), query.page).map { $0.event }
    }
}

extension EventQuery {
    func list(of organisation: OrganisationID) -> ListQuery<PositionedEvent> {
        var list = ListQuery<PositionedEvent>("event", of: organisation.databaseValue)
        list.require("subject", is: objectID?.databaseValue, by: "event_subject")
        if let types { list.require("type", isOneOf: Set(types), by: "event_type") }
        list.requireCreated(from: createdFrom, to: createdTo, in: "at", by: "event_id")
        return list
    }
}
