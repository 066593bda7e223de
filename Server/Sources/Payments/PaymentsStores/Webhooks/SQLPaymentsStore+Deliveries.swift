public import ChaveBase
public import ChavePixModel
public import PaymentsModel
import SQLPort
public import Webhooks

extension SQLPaymentsStore {
    public func insert(
        _ delivery: WebhookDelivery,
        body: String,
        keeping: Change.IdempotencyWrite?
    ) async throws(CommitFailure) {
        let values = delivery.values(position: 0, body: body)
        try await store(SQLStatement(DeliveryStatement.insert, values: values), keeping)
        bell.ring()
    }

    public func delivery(
        _ id: WebhookDeliveryID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> WebhookDelivery? {
        try await first(DeliveryStatement.one, [organisation, id])
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
        try await all(DeliveryStatement.attempts, [organisation, delivery])
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

    /// Runs `work` and stores the response of its request in the same transaction, when it found anything to do.
    @discardableResult
    private func store(_ work: SQLStatement, _ keeping: Change.IdempotencyWrite?) async throws(CommitFailure) -> Int {
        let count: Int
        do throws(SQLFailure) {
            let claim = try SQLFailure.reading { try keeping?.statement(of: node) }
            let done = try await batches.write(asking: [work]) { answers in
                answers.contains { $0.count > 0 } ? [claim].compactMap { $0 } : []
            }
            count = done.asked.first?.count ?? 0
        } catch {
            throw CommitFailure(error)
        }
        if count > 0, let keeping {
            var change = Change()
            change.idempotency = keeping
            onCommit(change)
        }
        return count
    }

    /// Finds the events outside the writer, so that a long range delays no payment.
    public func makeMissingDeliveries(
        to endpoint: WebhookID,
        of organisation: OrganisationID,
        from: Timestamp,
        to: Timestamp,
        at now: Timestamp
    ) async throws(StorageFault) -> Int {
        let portion = 500
        var (after, made) = (CreationSpan.oldestID(from), 0)
        while true {
            let found: [MissingEvent] = try await all(
                DeliveryStatement.missing,
                [organisation, endpoint, from, to, portion, after, CreationSpan.newestID(to)]
            )
            if !found.isEmpty {
                let insertions = found.map { $0.insertion(to: endpoint, of: organisation, at: now) }
                made += try await insert(insertions, to: endpoint, of: organisation)
            }
            guard found.count == portion, let last = found.last else { break }
            after = last.event.id.ofAnyKind
        }
        if made > 0 { bell.ring() }
        return made
    }

    private func insert(
        _ insertions: [SQLStatement],
        to endpoint: WebhookID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Int {
        do {
            let enabled = SQLStatement(DeliveryStatement.requireEnabled, [organisation, endpoint])
            return try await batches.write([enabled] + insertions).dropFirst().reduce(0) { $0 + $1.count }
        } catch {
            if case .unmet = error { return 0 }
            throw StorageFault(error)
        }
    }
}

extension WebhookDeliveryQuery {
    func list(of organisation: OrganisationID) -> ListQuery<WebhookDelivery> {
        var list = ListQuery<WebhookDelivery>("webhook_delivery", of: organisation)
        list.require("object_id", is: objectID, by: "webhook_delivery_object")
        list.require("endpoint", is: endpoint, by: "webhook_delivery_endpoint")
        list.require("type", is: type, by: "webhook_delivery_type")
        list.require("status", is: status?.rawValue, by: "webhook_delivery_status")
        list.requireCreated(from: createdFrom, to: createdTo)
        list.require(
            """
            "endpoint" IN (SELECT "id" FROM "webhook_endpoint" WHERE "organisation" = ? AND "standing" <> 'deleted')
            """,
            organisation
        )
        return list
    }
}

extension ResendSelection {
    fileprivate func statement(of organisation: OrganisationID, at now: Timestamp, limit: Int) -> SQLStatement {
        switch self {
        case .one(let id): return SQLStatement(DeliveryStatement.resendOne, [organisation, now, id])
        case .range(let from, let to, let endpoint, let status):
            let range: [SQLValue] = [
                organisation.bound, now.bound, from.bound, to.bound, status.rawValue.bound, .limit(limit),
                CreationSpan.oldestID(from).bound, CreationSpan.newestID(to).bound,
            ]
            guard let endpoint else { return SQLStatement(DeliveryStatement.resendRange, values: range) }
            return SQLStatement(DeliveryStatement.resendRangeOfEndpoint, values: range + [endpoint.bound])
        }
    }
}

/// An event that an endpoint subscribes to and has no delivery of.
private struct MissingEvent: StoredRecord {
    static let columns = ["at", "position", "id", "type", "subject"]

    let at: Timestamp
    let position: Int64
    let event: WebhookDelivery.Event

    init(columnValues values: ArraySlice<SQLValue>) throws {
        at = Timestamp(microseconds: try values.at(0).integer)
        position = try values.at(1).integer
        event = .init(
            id: try values.at(2).id(),
            type: try values.at(3).string,
            objectID: try values.at(4).id()
        )
    }

    func insertion(to endpoint: WebhookID, of organisation: OrganisationID, at now: Timestamp) -> SQLStatement {
        var delivery = WebhookDelivery(
            id: WebhookDelivery.id(of: event.id, at: at, to: endpoint),
            organisation: organisation,
            endpoint: endpoint,
            event: event,
            createdAt: at
        )
        delivery.nextAt = now
        return SQLStatement(DeliveryStatement.insertMissing, values: delivery.values(position: position))
    }
}
