public import ChaveBase
public import ChavePixModel
public import PaymentsModel
public import Webhooks

extension MemoryPaymentsStore: WebhookStore {
    public var hasOtherSenders: Bool { false }

    public func insert(_ endpoint: WebhookEndpoint, atMost limit: Int) async throws(EndpointRefusal) {
        let refusal: EndpointRefusal? = maintain { tables in
            let known = tables.webhooks.endpoints.values.filter {
                $0.organisation == endpoint.organisation && tables.webhooks.stands($0.id)
            }
            if known.contains(where: { $0.url == endpoint.url }) { return .urlTaken }
            guard known.count < limit else { return .tooMany }
            guard tables.organisations[endpoint.organisation] != nil else {
                return .fault(StorageFault(underlying: MissingParent()))
            }
            tables.webhooks.endpoints[endpoint.id] = endpoint
            return nil
        }
        if let refusal { throw refusal }
    }

    public func update(_ endpoint: WebhookEndpoint) async throws(EndpointRefusal) {
        let refusal: EndpointRefusal? = maintain { tables in
            let others = tables.webhooks.endpoints.values.filter {
                $0.organisation == endpoint.organisation && $0.id != endpoint.id && tables.webhooks.stands($0.id)
            }
            if others.contains(where: { $0.url == endpoint.url }) { return .urlTaken }
            guard let stored = tables.webhooks.endpoint(endpoint.id, of: endpoint.organisation),
                stored.version == endpoint.version - 1
            else { return .conflict }
            var next = endpoint
            next.health = endpoint.isEnabled && !stored.isEnabled ? .good : stored.health
            tables.webhooks.endpoints[endpoint.id] = next
            return nil
        }
        if let refusal { throw refusal }
        bell.ring()
    }

    public func delete(_ id: WebhookID, of organisation: OrganisationID) async throws(StorageFault) -> Bool {
        maintain { tables in
            guard tables.webhooks.endpoint(id, of: organisation) != nil else { return false }
            return tables.webhooks.deleted.insert(id).inserted
        }
    }

    public func endpoint(
        _ id: WebhookID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> WebhookEndpoint? {
        read { $0.webhooks.endpoint(id, of: organisation) }
    }

    public func endpoints(
        _ page: PageRequest,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<WebhookEndpoint> {
        let found = read { tables in
            tables.webhooks.endpoints.values.filter {
                $0.organisation == organisation && tables.webhooks.stands($0.id)
            }
        }
        return Page(of: found, page) { $0.id.ofAnyKind }
    }

    public func insert(
        _ delivery: WebhookDelivery,
        body: String,
        keeping: Change.IdempotencyWrite?
    ) async throws(CommitFailure) {
        let count = try store(keeping) { tables in
            guard tables.webhooks.endpoints[delivery.endpoint]?.organisation == delivery.organisation else { return 0 }
            tables.webhooks.rows[delivery.id] = MemoryWebhooks.Row(delivery: delivery, position: 0, body: body)
            return 1
        }
        guard count == 1 else { throw .fault(StorageFault(underlying: MissingParent())) }
        bell.ring()
    }

    public func makeMissingDeliveries(
        to endpoint: WebhookID,
        of organisation: OrganisationID,
        from: Timestamp,
        to: Timestamp,
        at now: Timestamp
    ) async throws(StorageFault) -> Int {
        let count = maintain { tables in
            guard let endpoint = tables.webhooks.endpoint(endpoint, of: organisation), endpoint.isEnabled else {
                return 0
            }
            var count = 0
            for (index, event) in tables.events.enumerated() {
                guard let event, event.organisation == organisation, event.at >= from, event.at <= to,
                    endpoint.wants(event.type),
                    tables.webhooks.insert(event, to: endpoint.id, position: Int64(index + 1), nextAt: now)
                else { continue }
                count += 1
            }
            return count
        }
        if count > 0 { bell.ring() }
        return count
    }

    public func delivery(
        _ id: WebhookDeliveryID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> WebhookDelivery? {
        read { tables in
            guard let delivery = tables.webhooks.rows[id]?.delivery, delivery.organisation == organisation,
                tables.webhooks.stands(delivery.endpoint)
            else { return nil }
            return delivery
        }
    }

    public func deliveries(
        _ query: WebhookDeliveryQuery,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<WebhookDelivery> {
        let found = read { tables in
            tables.webhooks.rows.values.map(\.delivery).filter { delivery in
                delivery.organisation == organisation && tables.webhooks.stands(delivery.endpoint)
                    && query.endpoint.map { delivery.endpoint == $0 } ?? true
                    && query.status.map { delivery.status == $0 } ?? true
                    && query.objectID.map { delivery.event.objectID == $0 } ?? true
                    && query.type.map { delivery.event.type == $0 } ?? true
                    && query.createdFrom.map { delivery.createdAt >= $0 } ?? true
                    && query.createdTo.map { delivery.createdAt <= $0 } ?? true
            }
        }
        return Page(of: found, query.page) { $0.id.ofAnyKind }
    }

    public func attempts(
        of delivery: WebhookDeliveryID,
        in organisation: OrganisationID
    ) async throws(StorageFault) -> [WebhookAttempt] {
        read { tables in
            guard let row = tables.webhooks.rows[delivery], row.delivery.organisation == organisation else { return [] }
            return row.attempts
        }
    }
}
