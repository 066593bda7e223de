public import ChavePixModel
public import PaymentsCore
import PostgresClient
import StoredForms
public import Webhooks

extension PostgresPaymentsStore {
    public func insert(
        _ delivery: WebhookDelivery,
        body: String,
        keeping: Change.IdempotencyWrite?
    ) async throws(CommitFailure) {
        let insertion = PostgresStatement(
            DeliveryStatement.insert,
            delivery.columnValues(position: 0) + [.text(body)]
        )
        try await store(insertion, keeping)
        bell.ring()
    }

    public func delivery(
        _ id: WebhookDeliveryID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> WebhookDelivery? {
        try await first(DeliveryStatement.one, [organisation.bound, id.bound])
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
        try await all(DeliveryStatement.attempts, [organisation.bound, delivery.bound])
    }

    public func resend(
        _ selection: ResendSelection,
        of organisation: OrganisationID,
        at now: Timestamp,
        limit: Int,
        keeping: Change.IdempotencyWrite?
    ) async throws(CommitFailure) -> Int {
        let count = try await store(selection.statement(of: organisation, at: now, limit: limit), keeping)
        if count > 0 { bell.ring() }
        return count
    }

    /// Runs `work` and keeps the answer of its request in the same transaction, when it found anything to do.
    @discardableResult
    private func store(
        _ work: PostgresStatement,
        _ keeping: Change.IdempotencyWrite?
    ) async throws(CommitFailure) -> Int {
        let count: Int
        do {
            let claim = try keeping?.statement(of: node)
            count = try await pool.retrying { left in
                try await pool.transaction(within: left) { transaction in
                    let count = try await transaction.run([work]).first?.count ?? 0
                    let keep = count > 0 ? [claim].compactMap { $0 } : []
                    _ = try await transaction.commit(PostgresBatch(.writes, keep))
                    return count
                }
            }
        } catch {
            let known = (error as? PostgresError).map(CommitFailure.init)
            throw known ?? .fault(StorageFault(underlying: error))
        }
        if count > 0, let keeping {
            var change = Change()
            change.idempotency = keeping
            onCommit(change)
        }
        return count
    }
}

extension WebhookDelivery {
    /// `$1` to `$12` of what inserts it.
    func columnValues(position: Int64) -> [PostgresValue] {
        [
            organisation.bound, id.bound, endpoint.bound, .text(event.id), .text(event.type),
            .text(event.objectID), .integer(position), createdAt.bound, .text(status.rawValue),
            .integer(Int64(attempts)), .integer(Int64(failures)), nextAt.bound,
        ]
    }
}

extension WebhookDeliveryQuery {
    func list(of organisation: OrganisationID) -> ListQuery<WebhookDelivery> {
        var list = ListQuery<WebhookDelivery>("webhook_delivery", of: organisation)
        list.require("object_id", is: objectID)
        list.require("endpoint", is: endpoint)
        list.require("type", is: type)
        list.require("status", is: status?.rawValue)
        list.requireCreated(from: createdFrom, to: createdTo)
        list.require(
            """
            "endpoint" IN (
                SELECT "id" FROM "payments"."webhook_endpoint" WHERE "organisation" = ? AND "standing" <> 'deleted')
            """,
            organisation
        )
        return list
    }
}

extension ResendSelection {
    func statement(of organisation: OrganisationID, at now: Timestamp, limit: Int) -> PostgresStatement {
        let start: [PostgresValue] = [organisation.bound, now.bound]
        switch self {
        case .one(let id): return PostgresStatement(DeliveryStatement.resendOne, start + [id.bound])
        case .range(let from, let to, let endpoint, let status):
            let range: [PostgresValue] = [
                from.bound, to.bound, .text(status.rawValue), .limit(limit),
            ]
            guard let endpoint else { return PostgresStatement(DeliveryStatement.resendRange, start + range) }
            return PostgresStatement(DeliveryStatement.resendRangeOfEndpoint, start + range + [endpoint.bound])
        }
    }
}
