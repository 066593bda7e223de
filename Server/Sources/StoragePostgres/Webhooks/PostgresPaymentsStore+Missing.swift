public import ChavePixModel
public import PaymentsCore
import PostgresClient
import StoredForms
import Webhooks

extension PostgresPaymentsStore {
    public func makeMissingDeliveries(
        to endpoint: WebhookID,
        of organisation: OrganisationID,
        from: Timestamp,
        to: Timestamp,
        at now: Timestamp
    ) async throws(StorageFault) -> Int {
        var after: [PostgresValue] = [from.bound, .integer(-1)]
        var made = 0
        while true {
            let bounds: [PostgresValue] =
                [organisation.bound, endpoint.bound] + after
                + [to.bound, .limit(MissingDeliveries.portion)]
            let found: [MissingEvent] = try await all(MissingDeliveries.selection, bounds)
            if !found.isEmpty {
                let insertions = found.map { $0.insertion(to: endpoint, of: organisation, at: now) }
                made += try await answers(.writes, insertions).reduce(0) { $0 + $1.count }
            }
            guard found.count == MissingDeliveries.portion, let last = found.last else { break }
            after = [last.at.bound, .integer(last.position)]
        }
        if made > 0 { bell.ring() }
        return made
    }
}

/// An event that an endpoint wants and was never to be sent.
private struct MissingEvent: StoredRecord {
    static let columns = ["at", "position", "id", "type", "subject"]

    let at: Timestamp
    let position: Int64
    let event: WebhookDelivery.Event

    init(columnValues values: ArraySlice<some ColumnValue>) throws {
        at = Timestamp(microseconds: try values.at(0).integer)
        position = try values.at(1).integer
        event = .init(
            id: try values.at(2).string,
            type: try values.at(3).string,
            objectID: try values.at(4).string
        )
    }

    func insertion(
        to endpoint: WebhookID,
        of organisation: OrganisationID,
        at now: Timestamp
    ) -> PostgresStatement {
        var delivery = WebhookDelivery(
            id: WebhookDelivery.id(of: event.id, at: at, to: endpoint),
            organisation: organisation,
            endpoint: endpoint,
            event: event,
            createdAt: at
        )
        delivery.nextAt = now
        return PostgresStatement(DeliveryStatement.insertMissing, delivery.columnValues(position: position))
    }
}

/// Events that an endpoint wants and was never to be sent.
enum MissingDeliveries {
    static let portion = 500

    /// By the events' age, going on after the last one of the portion before.
    ///
    /// Events without a type are older than webhooks are. `OFFSET 0` keeps it a look for each event.
    static let selection = """
        SELECT "v"."at", "v"."position", "v"."id", "v"."type", "v"."subject" FROM "payments"."event" AS "v"
        WHERE "v"."organisation" = $1 AND ("v"."at", "v"."position") > ($3, $4) AND "v"."at" <= $5 AND "v"."type" <> ''
            AND EXISTS (
                SELECT 1 FROM "payments"."webhook_endpoint" AS "e"
                WHERE "e"."organisation" = $1 AND "e"."id" = $2 AND "e"."standing" = 'enabled'
                    AND ("e"."wants_all" = 1 OR EXISTS (
                        SELECT 1 FROM "payments"."webhook_choice" AS "c"
                        WHERE "c"."organisation" = $1 AND "c"."endpoint" = $2 AND "c"."type" = "v"."type")) OFFSET 0)
            AND NOT EXISTS (
                SELECT 1 FROM "payments"."webhook_delivery" AS "d"
                WHERE "d"."organisation" = $1 AND "d"."event" = "v"."id" AND "d"."endpoint" = $2 OFFSET 0)
        ORDER BY "v"."at", "v"."position" LIMIT $6
        """
}
