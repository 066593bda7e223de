import ChaveBase
import ChavePixModel
import PaymentsModel
import SQLPort
import SQLiteWriter
import Webhooks

/// The statements that add audit entries and events, in full.
enum TrailStatement {
    static let addEntries = PaymentsSchema.all.rowsText(
        """
        INSERT INTO "audit_entry" (
            "organisation", "object_kind", "object_id", "version", "at", "actor", "action", "content_digest",
            "previous", "hash"
        ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        """
    )

    private static let addingEvent = """
        INSERT INTO "event" (
            "organisation", "id", "object_kind", "object_id", "version", "at", "type", "subject", "body"
        ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
        """

    /// Inserts events in a file.
    static let addEvents = PaymentsSchema.all.rowsText(addingEvent)

    // MARK: Deliveries, made where their endpoints are found
    //
    // In a file, one statement makes the deliveries of all events of a commit, with a function of this program for
    // their ids. In PostgreSQL, one statement stores an event with its deliveries. Their ids are the same as those of
    // `WebhookDelivery.id(of:at:to:)`, made in SQL for the half that comes from the endpoint.

    private static let addingDeliveries = """
        INSERT INTO "webhook_delivery" (
            "organisation", "id", "endpoint", "event", "type", "object_id", "position", "created_at", "status",
            "attempts", "failures", "next_at", "fence"
        )
        """

    /// Whether the endpoint `e` of an organisation subscribes to the event `v`.
    private static func isWanted(of organisation: String) -> String {
        """
        "e"."organisation" = \(organisation) AND "e"."standing" = 'enabled' AND ("e"."wants_all" = 1 OR EXISTS (
            SELECT 1 FROM "webhook_choice" AS "c" WHERE "c"."organisation" = \(organisation)
                AND "c"."endpoint" = "e"."id" AND "c"."type" = "v"."type"))
        """
    }

    /// Makes the deliveries of the `?1` last stored events: there is only one writer, so no other event comes between.
    ///
    /// The statement's count is the number of deliveries.
    static let addDeliveries = PaymentsSchema.all.text(
        sqlite: """
            \(addingDeliveries)
            SELECT "e"."organisation", delivery_id("v"."id", "v"."at", "e"."id"), "e"."id", "v"."id", "v"."type",
                "v"."subject", "v"."position", "v"."at", 'pending', 0, 0, "v"."at", 0
            FROM "event" AS "v" CROSS JOIN "webhook_endpoint" AS "e"
            WHERE "v"."position" > (SELECT MAX("position") FROM "event") - ?1
                AND \(isWanted(of: #""v"."organisation""#))
            ORDER BY "v"."position"
            """,
        postgres: nil
    )

    /// The function `delivery_id` of an event, its time and an endpoint.
    static let deliveryID = SQLiteFunction("delivery_id", values: 3) { values in
        guard let event = values.halves(at: 0), let endpoint = values.halves(at: 2) else { return nil }
        let id = WebhookDelivery.id(
            of: EventID(high: event.high, low: event.low),
            at: Timestamp(microseconds: values.integer(at: 1)),
            to: WebhookID(high: endpoint.high, low: endpoint.low)
        )
        return (id.high, id.low)
    }

    /// Stores an event with its deliveries; the statement's count is the number of deliveries.
    ///
    /// `?10` is the first half of their ids, `?11` the bytes that are digested before the endpoint's id. A UUID's
    /// variant is in the two highest bits of its second half.
    ///
    /// The endpoint is locked against deletion until the commit; neither a merchant's change nor a worker's claim waits
    /// for that lock. The statement makes deliveries from the row that it stores, and never searches for that row. A
    /// plan that was made while the table was empty could read all events of the organisation.
    static let addEventWithDeliveries = PaymentsSchema.all.text(
        sqlite: nil,
        postgres: """
            WITH "v" AS (
                \(addingEvent)
                RETURNING "id", "type", "subject", "position", "at"
            )
            \(addingDeliveries)
            SELECT "e"."organisation",
                (?10 || translate(left("h"."digest", 1), '0123456789abcdef', '89ab89ab89ab89ab')
                    || substr("h"."digest", 2, 15))::uuid,
                "e"."id", "v"."id", "v"."type", "v"."subject", "v"."position", "v"."at", 'pending', 0, 0, "v"."at", 0
            FROM "v" CROSS JOIN "webhook_endpoint" AS "e" CROSS JOIN LATERAL (
                SELECT encode(sha256(?11 || uuid_send("e"."id")), 'hex')) AS "h" ("digest")
            WHERE \(isWanted(of: "?1"))
            FOR KEY SHARE OF "e"
            """
    )
}

extension [AuditEntry] {
    var insertions: [SQLStatement] { TrailStatement.addEntries.statements(of: map(\.values)) }
}

extension AuditEntry {
    fileprivate var values: [SQLValue] {
        [
            organisation.bound, object.kind.rawValue.bound, object.id.bound, version.bound, at.bound, actor.bound,
            action.bound, contentDigest.bound, previous.bound, hash.bound,
        ]
    }
}

extension OutboxEvent {
    fileprivate var values: [SQLValue] {
        [
            organisation.bound, id.bound, object.kind.rawValue.bound, object.id.bound, version.bound, at.bound,
            type.bound, objectID.bound, body.bound,
        ]
    }

    /// Stores the event with its deliveries in PostgreSQL.
    var insertionWithDeliveries: SQLStatement {
        let idPrefix = String(
            WebhookDeliveryID.version7(at: at, random: Array(repeating: 0, count: 8)).text
                .prefix("00000000-0000-0000-".count)
        )
        return SQLStatement(
            TrailStatement.addEventWithDeliveries,
            values: values + [.text(idPrefix), .bytes(Self.digestPrefix(event: id))]
        )
    }

    /// The bytes that `Digest(ofParts:)` hashes of an event and an endpoint before the endpoint's own sixteen.
    private static func digestPrefix(event: EventID) -> [UInt8] {
        bigEndian(16) + event.bytes + bigEndian(16)
    }

    private static func bigEndian(_ count: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt64(count).bigEndian) { Array($0) }
    }
}

extension [OutboxEvent] {
    /// Stores the events of a commit with their deliveries, in a file; the last statement is that of the deliveries.
    var insertions: [SQLStatement] {
        guard !isEmpty else { return [] }
        return TrailStatement.addEvents.statements(of: map(\.values))
            + [SQLStatement(TrailStatement.addDeliveries, [count])]
    }
}
