public import ChavePixModel
import GRDB
public import PaymentsCore
import SQLiteWriter
import StoredForms
import Webhooks

extension SQLitePaymentsStore {
    /// Looked for beside the writer: a long range holds up no payment.
    public func makeMissingDeliveries(
        to endpoint: WebhookID,
        of organisation: OrganisationID,
        from: Timestamp,
        to: Timestamp,
        at now: Timestamp
    ) async throws(StorageFault) -> Int {
        let key = [organisation.databaseValue, endpoint.databaseValue]
        var after = [from.databaseValue, Int64(-1).databaseValue]
        var made = 0
        while true {
            let bounds = key + after + [to.databaseValue, MissingDeliveries.portion.databaseValue]
            let found = try await missing(bounds)
            let steps = found.map { missing in
                var delivery = WebhookDelivery(
                    id: WebhookDelivery.id(of: missing.event.id, at: missing.at, to: endpoint),
                    organisation: organisation,
                    endpoint: endpoint,
                    event: missing.event,
                    createdAt: missing.at
                )
                delivery.nextAt = now
                return delivery.insertion(position: missing.position, body: nil, isRepeatable: true)
            }
            made += try await maintain { database in
                // It may have been disabled or deleted meanwhile.
                guard try database.firstRow(MissingDeliveries.isEnabled, key) != nil else { return 0 }
                return try steps.reduce(0) { count, step in
                    try step.run(in: database)
                    return count + database.changesCount
                }
            }
            guard found.count == MissingDeliveries.portion, let last = found.last else { break }
            after = [last.at.databaseValue, last.position.databaseValue]
        }
        if made > 0 { bell.ring() }
        return made
    }

    private func missing(_ bounds: [DatabaseValue]) async throws(StorageFault) -> [MissingDeliveries.Row] {
        do {
            return try await writer.read { database in
                try database.rows(MissingDeliveries.selection, bounds).map { try MissingDeliveries.Row($0[...]) }
            }
        } catch {
            throw translateRead(error)
        }
    }
}

/// Events that an endpoint wants and was never to be sent.
enum MissingDeliveries {
    static let portion = 500
    static let statements = [selection, isEnabled]

    struct Row: Sendable {
        let at: Timestamp
        let position: Int64
        let event: WebhookDelivery.Event

        init(_ values: ArraySlice<DatabaseValue>) throws {
            at = Timestamp(microseconds: try values.at(0).integer)
            position = try values.at(1).integer
            event = .init(
                id: try values.at(2).string,
                type: try values.at(3).string,
                objectID: try values.at(4).string
            )
        }
    }

    /// By the events' age, going on after the last one of the portion before.
    ///
    /// Events without a type are older than webhooks are.
    static let selection = """
        SELECT "v"."at", "v"."position", "v"."id", "v"."type", "v"."subject" FROM "event" AS "v" INDEXED BY "event_age"
        WHERE "v"."organisation" = ?1 AND ("v"."at", "v"."position") > (?3, ?4) AND "v"."at" <= ?5 AND "v"."type" <> ''
            AND EXISTS (
                SELECT 1 FROM "webhook_endpoint" AS "e" WHERE "e"."organisation" = ?1 AND "e"."id" = ?2
                    AND "e"."standing" = 'enabled' AND ("e"."wants_all" = 1 OR EXISTS (
                        SELECT 1 FROM "webhook_choice" AS "c" WHERE "c"."organisation" = ?1 AND "c"."endpoint" = ?2
                            AND "c"."type" = "v"."type")))
            AND NOT EXISTS (
                SELECT 1 FROM "webhook_delivery" AS "d" INDEXED BY "webhook_delivery_event"
                WHERE "d"."organisation" = ?1 AND "d"."event" = "v"."id" AND "d"."endpoint" = ?2)
        ORDER BY "v"."at", "v"."position" LIMIT ?6
        """

    static let isEnabled = """
        SELECT 1 FROM "webhook_endpoint" WHERE "organisation" = ?1 AND "id" = ?2 AND "standing" = 'enabled'
        """
}
