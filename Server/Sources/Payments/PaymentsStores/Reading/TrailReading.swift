public import ChavePixModel
public import PaymentsModel
import SQLPort

/// The statements that read the audit and events, in full.
private enum TrailReading {
    /// Reads an object's entries, with one index look-up for each organisation.
    static let entries = SQLText.payments(
        """
        SELECT \(AuditEntry.columnList(of: "a")) FROM "organisation" AS "w" CROSS JOIN "audit_entry" AS "a"
        WHERE "a"."organisation" = "w"."id" AND "a"."object_kind" = ?1 AND "a"."object_id" = ?2 ORDER BY "a"."version"
        """
    )
    static let entry = SQLText.payments(
        """
        SELECT \(AuditEntry.columnList) FROM "audit_entry"
        WHERE "organisation" = ?1 AND "object_kind" = ?2 AND "object_id" = ?3 AND "version" = ?4
        """
    )
    static let eventsAfter = SQLText.payments(
        #"SELECT \#(PositionedEvent.columnList) FROM "event" WHERE "position" > ?1 ORDER BY "position" LIMIT ?2"#
    )
    static let event = SQLText.payments(
        #"SELECT \#(PositionedEvent.columnList) FROM "event" WHERE "organisation" = ?1 AND "id" = ?2"#
    )
}

extension SQLPaymentsStore {
    public func auditEntries(of object: ObjectReference) async throws(StorageFault) -> [AuditEntry] {
        try await all(TrailReading.entries, [object.kind.rawValue, object.id])
    }

    /// The entry of a version.
    func auditEntry(
        _ version: Int64,
        of object: ObjectReference,
        in organisation: OrganisationID
    ) async throws(StorageFault) -> AuditEntry? {
        try await first(TrailReading.entry, [organisation, object.kind.rawValue, object.id, version])
    }

    /// The events after a position, in the order of one object's changes.
    ///
    /// In PostgreSQL, an event with a smaller position may become visible after an event with a larger one, while its
    /// commit is under way. The two events are then of different objects.
    public func events(
        after position: Int64,
        limit: Int
    ) async throws(StorageFault) -> [(position: Int64, event: OutboxEvent)] {
        let found: [PositionedEvent] = try await all(TrailReading.eventsAfter, [position, SQLValue.limit(limit)])
        return found.map { ($0.position, $0.event) }
    }

    public func event(
        _ id: EventID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> OutboxEvent? {
        let found: PositionedEvent? = try await first(TrailReading.event, [organisation, id])
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
        list.require("subject", is: objectID, by: "event_subject")
        if let types { list.require("type", isOneOf: Set(types), by: "event_type") }
        list.requireCreated(from: createdFrom, to: createdTo, in: "at", by: "event_id")
        return list
    }
}
