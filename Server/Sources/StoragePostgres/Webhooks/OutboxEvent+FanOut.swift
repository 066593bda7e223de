import ChavePixModel
import PaymentsCore
import PostgresClient
import Webhooks

extension OutboxEvent {
    /// One statement for each event, behind those that store the events in the same batch; its count is that of the
    /// deliveries it made.
    ///
    /// Which endpoints want the event is asked in the statement itself. An endpoint is held against going away until
    /// the commit, which neither a merchant's change of it nor a worker's claim waits for.
    static func fanOutStatements(of events: [OutboxEvent]) -> [PostgresStatement] {
        events.map { event in
            PostgresStatement(
                FanOut.statement,
                [
                    event.organisation.bound, .text(event.id), .text(FanOut.idPrefix(at: event.at)),
                    .bytes(FanOut.digestPrefix(event: event.id)),
                ]
            )
        }
    }
}

/// Deliveries made where their endpoints are found.
///
/// An id is `WebhookDelivery.id(of:at:to:)`, in SQL for its half that is drawn from the endpoint.
enum FanOut {
    /// `$3` is the id's first half, `$4` what is digested before the endpoint's id; a UUID's variant is in the two
    /// highest bits of its second half.
    static let statement = """
        INSERT INTO "payments"."webhook_delivery" (
            "organisation", "id", "endpoint", "event", "type", "object_id", "position", "created_at", "status",
            "attempts", "failures", "next_at", "fence"
        )
        SELECT "e"."organisation",
            $3 || translate(left("h"."digest", 1), '0123456789abcdef', '89ab89ab89ab89ab')
                || substr("h"."digest", 2, 3) || '-' || substr("h"."digest", 5, 12),
            "e"."id", "v"."id", "v"."type", "v"."subject", "v"."position", "v"."at", 'pending', 0, 0, "v"."at", 0
        FROM "payments"."event" AS "v"
        JOIN "payments"."webhook_endpoint" AS "e" ON "e"."organisation" = "v"."organisation"
        CROSS JOIN LATERAL (
            SELECT encode(sha256($4 || decode(replace("e"."id", '-', ''), 'hex')), 'hex')) AS "h" ("digest")
        WHERE "v"."organisation" = $1 AND "v"."id" = $2
            AND "e"."standing" = 'enabled' AND ("e"."wants_all" = 1 OR EXISTS (
                SELECT 1 FROM "payments"."webhook_choice" AS "c" WHERE "c"."organisation" = "e"."organisation"
                    AND "c"."endpoint" = "e"."id" AND "c"."type" = "v"."type"))
        FOR KEY SHARE OF "e"
        """

    /// The half of an id that says when, with the hyphen behind it: three groups of digits.
    static func idPrefix(at time: Timestamp) -> String {
        let id = WebhookDeliveryID.version7(at: time, random: Array(repeating: 0, count: 8)).text
        return String(id.prefix("00000000-0000-0000-".count))
    }

    /// What `Digest(ofParts:)` hashes of an event and an endpoint before the endpoint's own sixteen bytes.
    static func digestPrefix(event: String) -> [UInt8] {
        let text = Array(event.utf8)
        return bigEndian(text.count) + text + bigEndian(16)
    }

    private static func bigEndian(_ count: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt64(count).bigEndian) { Array($0) }
    }
}
