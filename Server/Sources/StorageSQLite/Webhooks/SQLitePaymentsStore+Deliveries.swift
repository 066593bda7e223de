public import ChavePixModel
import GRDB
public import PaymentsCore
import SQLiteWriter
import StoredForms
public import Webhooks

extension SQLitePaymentsStore {
    public func insert(
        _ delivery: WebhookDelivery,
        body: String,
        keeping: Change.IdempotencyWrite?
    ) async throws(CommitFailure) {
        let insertion = delivery.insertion(position: 0, body: body)
        try await store(keeping) { database in
            try insertion.run(in: database)
            return 1
        }
        bell.ring()
    }

    public func delivery(
        _ id: WebhookDeliveryID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> WebhookDelivery? {
        try await first(
            """
            SELECT \(WebhookDelivery.columnList) FROM "webhook_delivery" AS "d"
            WHERE "organisation" = ?1 AND "id" = ?2 AND \(DeliveryReading.ofAnEndpointThatStands)
            """,
            [organisation.databaseValue, id.databaseValue]
        )
    }

    public func deliveries(
        _ query: WebhookDeliveryQuery,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<WebhookDelivery> {
        try await page(query.list(of: organisation), query.page)
    }

    public func attempts(
        of delivery: WebhookDeliveryID,
        in organisation: OrganisationID
    ) async throws(StorageFault) -> [WebhookAttempt] {
        try await all(
            """
            SELECT \(WebhookAttempt.columnList) FROM "webhook_attempt"
            WHERE "organisation" = ?1 AND "delivery" = ?2 ORDER BY "number"
            """,
            [organisation.databaseValue, delivery.databaseValue]
        )
    }

    public func resend(
        _ selection: ResendSelection,
        of organisation: OrganisationID,
        at now: Timestamp,
        limit: Int,
        keeping: Change.IdempotencyWrite?
    ) async throws(CommitFailure) -> Int {
        let step = selection.step(of: organisation, at: now, limit: limit)
        let count = try await store(keeping) { database in
            try step.run(in: database)
            return database.changesCount
        }
        if count > 0 { bell.ring() }
        return count
    }

    /// Runs `work` and keeps the answer of its request in the same transaction, when it found anything to do.
    @discardableResult
    private func store(
        _ keeping: Change.IdempotencyWrite?,
        with work: @escaping @Sendable (Database) throws -> Int
    ) async throws(CommitFailure) -> Int {
        let count: Int
        do {
            let claim = try keeping?.step()
            count = try await writer.write { database in
                let count = try work(database)
                if count > 0 { try claim?.run(in: database) }
                return count
            }
        } catch {
            throw translate(error)
        }
        if count > 0, let keeping {
            var change = Change()
            change.idempotency = keeping
            onCommit(change)
        }
        return count
    }
}

extension WebhookDeliveryQuery {
    func list(of organisation: OrganisationID) -> ListQuery<WebhookDelivery> {
        var list = ListQuery<WebhookDelivery>("webhook_delivery", of: organisation.databaseValue)
        list.require("object_id", is: objectID?.databaseValue, by: "webhook_delivery_object")
        list.require("endpoint", is: endpoint?.databaseValue, by: "webhook_delivery_endpoint")
        list.require("type", is: type?.databaseValue, by: "webhook_delivery_type")
        list.require("status", is: status?.rawValue.databaseValue, by: "webhook_delivery_status")
        list.requireCreated(from: createdFrom, to: createdTo)
        list.require(
            """
            "endpoint" IN (SELECT "id" FROM "webhook_endpoint" WHERE "organisation" = ? AND "standing" <> 'deleted')
            """,
            organisation.databaseValue
        )
        return list
    }
}

enum DeliveryReading {
    /// For a statement in which `d` is the delivery.
    static let ofAnEndpointThatStands = """
        EXISTS (SELECT 1 FROM "webhook_endpoint" AS "e" WHERE "e"."organisation" = "d"."organisation"
            AND "e"."id" = "d"."endpoint" AND "e"."standing" <> 'deleted')
        """
}

extension ResendSelection {
    func step(of organisation: OrganisationID, at now: Timestamp, limit: Int) -> Step {
        let resending = """
            UPDATE "webhook_delivery" SET
                "failures" = CASE WHEN "status" = 'pending' THEN "failures" ELSE 0 END,
                "next_at" = CASE WHEN "status" = 'pending' AND "next_at" < ?2 THEN "next_at" ELSE ?2 END,
                "status" = 'pending', "ended_at" = NULL, "resent_at" = ?2
            WHERE "organisation" = ?1 AND "endpoint" IN (
                SELECT "id" FROM "webhook_endpoint" WHERE "organisation" = ?1 AND "standing" = 'enabled')
            """
        switch self {
        case .one(let id):
            return Step(
                sql: resending + #" AND "id" = ?3"#,
                arguments: [organisation.databaseValue, now.databaseValue, id.databaseValue]
            )
        case .range(let from, let to, let endpoint, let status):
            let selection = """
                 AND "id" IN (
                    SELECT "d"."id" FROM "webhook_delivery" AS "d"
                    WHERE "d"."organisation" = ?1 AND "d"."created_at" >= ?3 AND "d"."created_at" <= ?4
                        AND "d"."status" = ?5 AND (?6 IS NULL OR "d"."endpoint" = ?6)
                        AND ("d"."resent_at" IS NULL OR "d"."resent_at" < ?2)
                        AND EXISTS (SELECT 1 FROM "webhook_endpoint" AS "e" WHERE "e"."id" = "d"."endpoint"
                            AND "e"."organisation" = "d"."organisation" AND "e"."standing" = 'enabled')
                    ORDER BY "d"."id" LIMIT ?7)
                """
            return Step(
                sql: resending + selection,
                arguments: [
                    organisation.databaseValue, now.databaseValue, from.databaseValue, to.databaseValue,
                    status.rawValue.databaseValue, bound(endpoint?.databaseValue), max(0, limit).databaseValue,
                ]
            )
        }
    }
}
