public import ChavePixModel
public import PaymentsCore
import StoredForms

extension PostgresPaymentsStore {
    public func auditEntries(of object: ObjectReference) async throws(StorageFault) -> [AuditEntry] {
        try await all(
            """
            SELECT \(AuditEntry.columnList) FROM "payments"."audit_entry"
            WHERE "object_kind" = $1 AND "object_id" = $2 ORDER BY "version"
            """,
            [object.kind.rawValue.bound, object.idText.bound]
        )
    }

    /// In the order of one object's changes; of two objects, an event with a smaller position may come to be seen after
    /// one with a larger, as long as its commit is on its way.
    public func events(
        after position: Int64,
        limit: Int
    ) async throws(StorageFault) -> [(position: Int64, event: OutboxEvent)] {
        let found: [PositionedEvent] = try await all(
            """
            SELECT \(PositionedEvent.columnList) FROM "payments"."event"
            WHERE "position" > $1 ORDER BY "position" LIMIT $2
            """,
            [position.bound, .limit(limit)]
        )
        return found.map { ($0.position, $0.event) }
    }

    public func event(
        _ id: String,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> OutboxEvent? {
        let found: PositionedEvent? = try await first(
            #"SELECT \#(PositionedEvent.columnList) FROM "payments"."event" WHERE "organisation" = $1 AND "id" = $2"#,
            [organisation.bound, id.bound]
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
        var list = ListQuery<PositionedEvent>("event", of: organisation)
        list.require("subject", is: objectID)
        if let types { list.require("type", isOneOf: Set(types)) }
        list.requireCreated(from: createdFrom, to: createdTo, in: "at")
        return list
    }
}
