public import ChavePixModel
import ChaveWire
public import PaymentsCore

extension MerchantWebhooks {
    /// `POST /webhooks/{id}/test/`: an event of its own, signed and sent like any other.
    public func test(_ id: WebhookID, by caller: Caller) async throws(APIFailure) -> WebhookDeliveryResource {
        let endpoint = try await stored(id, for: caller)
        guard endpoint.isEnabled else { throw .endpointDisabled }
        let now = world.now()
        let event: WebhookDeliveryID = world.newID()
        let delivery = WebhookDelivery(
            id: WebhookDelivery.id(of: event.text, at: now, to: id),
            organisation: endpoint.organisation,
            endpoint: id,
            event: .init(id: event.text, type: "webhook.test", objectID: id.text),
            createdAt: now
        )
        let body = WebhookEvent(
            webhookID: event.text,
            webhookType: WebhookType(rawValue: "WEBHOOKS"),
            webhookCode: WebhookCode(rawValue: "TEST"),
            objectID: id.text,
            externalID: nil,
            data: (["status": "TEST"] as JSONValue).object ?? JSONObject(),
            type: "webhook.test",
            timestamp: now,
            version: 1
        )
        try await read { () async throws(StorageFault) in
            try await self.store.insert(delivery, body: body.json.text)
        }
        return delivery.resource(attempts: [])
    }

    public func deliveries(
        _ query: WebhookDeliveryQuery,
        for caller: Caller
    ) async throws(APIFailure) -> Page<WebhookDeliveryResource> {
        let organisation = try merchant(caller)
        let found = try await read { () async throws(StorageFault) in
            try await self.store.deliveries(query, of: organisation)
        }
        return found.showing { $0.resource(attempts: nil) }
    }

    public func delivery(
        _ id: WebhookDeliveryID,
        for caller: Caller
    ) async throws(APIFailure) -> WebhookDeliveryResource {
        let delivery = try await storedDelivery(id, for: caller)
        let attempts = try await read { () async throws(StorageFault) in
            try await self.store.attempts(of: id, in: delivery.organisation)
        }
        return delivery.resource(attempts: attempts)
    }

    /// `POST /webhook-deliveries/{id}/resend/`: from the start of the schedule; one that is pending is tried now.
    public func resend(
        _ id: WebhookDeliveryID,
        by caller: Caller
    ) async throws(APIFailure) -> WebhookDeliveryResource {
        let delivery = try await storedDelivery(id, for: caller)
        let now = world.now()
        let count = try await read { () async throws(StorageFault) in
            try await self.store.resend(.one(id), of: delivery.organisation, at: now, limit: 1)
        }
        guard count == 1 else { throw .endpointDisabled }
        return try await self.delivery(id, for: caller)
    }

    /// `POST /webhook-deliveries/resend/`: in portions, so that a long range holds nobody up.
    public func resend(
        _ request: ResendWebhookDeliveriesRequest,
        by caller: Caller
    ) async throws(APIFailure) -> ResendResult {
        let organisation = try merchant(caller)
        guard request.from <= request.to else { throw .field(.invalid, "to", "to is not before from.") }
        if let id = request.webhook, try await !stored(id, for: caller).isEnabled { throw .endpointDisabled }
        let selection = ResendSelection.range(
            from: request.from,
            to: request.to,
            endpoint: request.webhook,
            status: request.status.flatMap(WebhookDelivery.Status.init) ?? .parked
        )
        let now = world.now()
        var count = 0
        while true {
            let more = try await read { () async throws(StorageFault) in
                try await self.store.resend(selection, of: organisation, at: now, limit: 500)
            }
            count += more
            if more < 500 { return ResendResult(count: Int64(count)) }
        }
    }

    private func storedDelivery(
        _ id: WebhookDeliveryID,
        for caller: Caller
    ) async throws(APIFailure) -> WebhookDelivery {
        let organisation = try merchant(caller)
        let found = try await read { () async throws(StorageFault) in
            try await self.store.delivery(id, of: organisation)
        }
        guard let found else { throw .notFound }
        return found
    }
}

extension APIFailure {
    static let endpointDisabled = APIFailure.conflict(
        "The endpoint is disabled. Enable it first: PATCH /webhooks/{id}/ with {\"enabled\": true}."
    )
}
