import ChavePixModel
import PaymentsCore
import PostgresClient
import Webhooks

extension OutboxEvent {
    /// The event and its deliveries, in one statement; its count is that of the deliveries it made.
    ///
    /// Which endpoints want the event is asked in the statement itself. An endpoint is held against going away until
    /// the commit, which neither a merchant's change of it nor a worker's claim waits for. Deliveries are made of the row
    /// that is being stored and never of one that is looked for: a plan that was made while the table was empty could read
    /// all events of the organisation.
    func storing() -> PostgresStatement {
        PostgresStatement(
            FanOut.statement,
            [
                organisation.bound, id.bound, object.kind.rawValue.bound, object.idText.bound, version.bound, at.bound,
                type.bound, objectID.bound, body.bound, .text(FanOut.idPrefix(at: at)),
                .bytes(FanOut.digestPrefix(event: id)),
            ]
        )
    }
}

/// Deliveries made where their endpoints are found.
///
/// An id is `WebhookDelivery.id(of:at:to:)`, in SQL for its half that is drawn from the endpoint.
enum FanOut {
    /// `$10` is the id's first half, `$11` what is digested before the endpoint's id; a UUID's variant is in the two
    /// highest bits of its second half.
    static let statement = """
        WITH "v" AS (
            INSERT INTO "payments"."event" (
                "organisation", "id", "object_kind", "object_id", "version", "at", "type", "subject", "body"
            ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            RETURNING "id", "type", "subject", "position", "at"
        )
        INSERT INTO "payments"."webhook_delivery" (
            "organisation", "id", "endpoint", "event", "type", "object_id", "position", "created_at", "status",
            "attempts", "failures", "next_at", "fence"
        )
        SELECT "e"."organisation",
            $10 || translate(left("h"."digest", 1), '0123456789abcdef', '89ab89ab89ab89ab')
                || substr("h"."digest", 2, 3) || '-' || substr("h"."digest", 5, 12),
            "e"."id", "v"."id", "v"."type", "v"."subject", "v"."position", "v"."at", 'pending', 0, 0, "v"."at", 0
        FROM "v" CROSS JOIN "payments"."webhook_endpoint" AS "e" CROSS JOIN LATERAL (
            SELECT encode(sha256($11 || decode(replace("e"."id", '-', ''), 'hex')), 'hex')) AS "h" ("digest")
        WHERE "e"."organisation" = $1 AND "e"."standing" = 'enabled' AND ("e"."wants_all" = 1 OR EXISTS (
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
