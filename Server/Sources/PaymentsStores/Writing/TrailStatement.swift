import ChavePixModel
import PaymentsCore
import SQLPort
import Webhooks

/// The statements that add to the audit and tell of events, in full.
enum TrailStatement {
    static let addEntry = SQLText.payments(
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

    static let addEvent = SQLText.payments(addingEvent)

    // MARK: Deliveries, made where their endpoints are found
    //
    // A file's writer has asked for the endpoints in the same transaction, and makes their ids. In PostgreSQL that would be
    // a second round trip: one statement stores the event and finds its endpoints, and makes the ids as
    // `WebhookDelivery.id(of:at:to:)` does, in SQL for the half that is drawn from the endpoint.

    /// The enabled endpoints of an organisation, each with the types that it wants, or one row where it wants all.
    static let endpoints = SQLText.payments(
        """
        SELECT "e"."id", "e"."wants_all", "c"."type" FROM "webhook_endpoint" AS "e"
        LEFT JOIN "webhook_choice" AS "c" ON "c"."organisation" = "e"."organisation" AND "c"."endpoint" = "e"."id"
        WHERE "e"."organisation" = ?1 AND "e"."standing" = 'enabled'
        """
    )

    /// Of the event that was stored last: one writer, so nobody else stores one meanwhile.
    static let addDelivery = PaymentsSchema.all.text(
        sqlite: """
            INSERT INTO "webhook_delivery" (
                "organisation", "id", "endpoint", "event", "type", "object_id", "position", "created_at", "status",
                "attempts", "failures", "next_at", "fence"
            ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, (SELECT MAX("position") FROM "event"), ?7, 'pending', 0, 0, ?7, 0)
            """,
        postgres: nil
    )

    /// Stores an event with its deliveries; its count is that of the deliveries.
    ///
    /// `?10` is the first half of their ids, `?11` what is digested before the endpoint's id; a UUID's variant is in the two
    /// highest bits of its second half.
    ///
    /// An endpoint is held against going away until the commit, which neither a merchant's change of it nor a worker's claim
    /// waits for. Deliveries are made of the row that is being stored and never of one that is looked for: a plan that was
    /// made while the table was empty could read all events of the organisation.
    static let addEventWithDeliveries = PaymentsSchema.all.text(
        sqlite: nil,
        postgres: """
            WITH "v" AS (
                \(addingEvent)
                RETURNING "id", "type", "subject", "position", "at"
            )
            INSERT INTO "webhook_delivery" (
                "organisation", "id", "endpoint", "event", "type", "object_id", "position", "created_at", "status",
                "attempts", "failures", "next_at", "fence"
            )
            SELECT "e"."organisation",
                (?10 || translate(left("h"."digest", 1), '0123456789abcdef', '89ab89ab89ab89ab')
                    || substr("h"."digest", 2, 15))::uuid,
                "e"."id", "v"."id", "v"."type", "v"."subject", "v"."position", "v"."at", 'pending', 0, 0, "v"."at", 0
            FROM "v" CROSS JOIN "webhook_endpoint" AS "e" CROSS JOIN LATERAL (
                SELECT encode(sha256(?11 || uuid_send("e"."id")), 'hex')) AS "h" ("digest")
            WHERE "e"."organisation" = ?1 AND "e"."standing" = 'enabled' AND ("e"."wants_all" = 1 OR EXISTS (
                    SELECT 1 FROM "webhook_choice" AS "c" WHERE "c"."organisation" = "e"."organisation"
                        AND "c"."endpoint" = "e"."id" AND "c"."type" = "v"."type"))
            FOR KEY SHARE OF "e"
            """
    )
}

extension AuditEntry {
    var insertion: SQLStatement {
        SQLStatement(
            TrailStatement.addEntry,
            [
                organisation, object.kind.rawValue, object.id, version, at, actor, action, contentDigest, previous,
                hash,
            ]
        )
    }
}

extension OutboxEvent {
    private var values: [SQLValue] {
        [
            organisation.bound, id.bound, object.kind.rawValue.bound, object.id.bound, version.bound, at.bound,
            type.bound, objectID.bound, body.bound,
        ]
    }

    /// Stores the event and its deliveries to those of `endpoints` that want it, in a file.
    func insertions(for endpoints: EventReaders) -> [SQLStatement] {
        [SQLStatement(TrailStatement.addEvent, values: values)]
            + endpoints.wanting(type).map { endpoint in
                SQLStatement(
                    TrailStatement.addDelivery,
                    [
                        organisation, WebhookDelivery.id(of: id, at: at, to: endpoint), endpoint, id, type, objectID,
                        at,
                    ]
                )
            }
    }

    /// The same in PostgreSQL.
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

/// An organisation's enabled endpoints, as one commit finds them for all its events.
struct EventReaders {
    private var all: [WebhookID] = []
    private var byType: [String: [WebhookID]] = [:]

    /// From rows of ``TrailStatement/endpoints``.
    init(_ rows: [SQLRow]) throws {
        for row in rows {
            let values = row.values[...]
            let id: WebhookID = try values.at(0).id()
            if try values.at(1).integer == 1 {
                if all.last != id { all.append(id) }
            } else if try !values.at(2).isNull {
                byType[try values.at(2).string, default: []].append(id)
            }
        }
    }

    func wanting(_ type: String) -> [WebhookID] { all + (byType[type] ?? []) }
}
