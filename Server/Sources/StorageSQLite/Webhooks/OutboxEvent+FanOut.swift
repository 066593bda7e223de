import ChavePixModel
import GRDB
import PaymentsCore
import StoredForms
import Webhooks

extension OutboxEvent {
    /// Makes the deliveries of this event, which has just been stored in the same transaction.
    ///
    /// - Returns: how many.
    func fanOut(in database: Database) throws -> Int {
        let endpoints = try database.rows(
            OutboxEvent.interested,
            [organisation.databaseValue, type.databaseValue]
        )
        guard !endpoints.isEmpty else { return 0 }
        let found = try database.firstRow(
            #"SELECT "position" FROM "event" WHERE "organisation" = ?1 AND "id" = ?2"#,
            [organisation.databaseValue, id.databaseValue]
        )
        let position = try found?[...].at(0).integer ?? 0
        for endpoint in endpoints {
            let delivery = WebhookDelivery(
                id: WebhookDelivery.id(of: id, at: at, to: try endpoint[...].at(0).id()),
                organisation: organisation,
                endpoint: try endpoint[...].at(0).id(),
                event: .init(id: id, type: type, objectID: objectID),
                createdAt: at
            )
            try delivery.insertion(position: position, body: nil).run(in: database)
        }
        return endpoints.count
    }

    static let interested = """
        SELECT "id" FROM "webhook_endpoint" AS "e"
        WHERE "e"."organisation" = ?1 AND "e"."standing" = 'enabled' AND ("e"."wants_all" = 1 OR EXISTS (
            SELECT 1 FROM "webhook_choice" AS "c" WHERE "c"."organisation" = "e"."organisation"
                AND "c"."endpoint" = "e"."id" AND "c"."type" = ?2))
        """
}

extension WebhookDelivery {
    /// `isRepeatable`: one that is there already is left as it is.
    func insertion(position: Int64, body: String?, isRepeatable: Bool = false) -> Step {
        Step(
            sql: """
                INSERT INTO "webhook_delivery" (
                    "organisation", "id", "endpoint", "event", "type", "object_id", "position", "created_at", "status",
                    "attempts", "failures", "next_at", "fence", "body"
                ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, 0, ?13)
                \(isRepeatable ? "ON CONFLICT DO NOTHING" : "")
                """,
            arguments: [
                organisation.databaseValue, id.databaseValue, endpoint.databaseValue, event.id.databaseValue,
                event.type.databaseValue, event.objectID.databaseValue, position.databaseValue,
                createdAt.databaseValue, status.rawValue.databaseValue, Int64(attempts).databaseValue,
                Int64(failures).databaseValue, bound(nextAt?.databaseValue), bound(body?.databaseValue),
            ]
        )
    }
}
