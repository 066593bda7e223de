public import ChaveBase
public import ChavePixModel
import ChaveWire
public import PaymentsModel

extension MerchantWebhooks {
    /// `POST /webhooks/{id}/test/`: sends a separate test event, signed and sent like any other.
    public func test(
        _ id: WebhookID,
        by caller: Caller,
        keeping: Change.KeepingAnswer
    ) async throws(APIFailure) -> APIAnswer {
        let endpoint = try await stored(id, for: caller)
        guard endpoint.isEnabled else { throw .endpointDisabled }
        let now = world.now()
        let event: EventID = world.newID()
        let delivery = WebhookDelivery(
            id: WebhookDelivery.id(of: event, at: now, to: id),
            organisation: endpoint.organisation,
            endpoint: id,
            event: .init(id: event, type: "webhook.test", objectID: id.ofAnyKind),
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
        let answer = APIAnswer(status: 201, body: delivery.resource(attempts: []).json.encoded(), customer: nil)
        let kept = try keeping(answer)
        try await write { () async throws(CommitFailure) in
            try await self.store.insert(delivery, body: body.json.text, keeping: kept)
        }
        return answer
    }

    public func deliveries(
        _ query: WebhookDeliveryQuery,
        for caller: Caller
    ) async throws(APIFailure) -> Page<WebhookDeliveryResource> {
        let organisation = try merchant(caller)
        let found = try await read { () async throws(StorageFault) in
            try await self.store.deliveries(query, of: organisation)
        }
        return found.map { $0.resource(attempts: nil) }
    }

    public func delivery(
        _ id: WebhookDeliveryID,
        for caller: Caller
    ) async throws(APIFailure) -> WebhookDeliveryResource {
        let delivery = try await storedDelivery(id, for: caller)
        return delivery.resource(attempts: try await attempts(of: delivery))
    }

    private func attempts(of delivery: WebhookDelivery) async throws(APIFailure) -> [WebhookAttempt] {
        try await read { () async throws(StorageFault) in
            try await self.store.attempts(of: delivery.id, in: delivery.organisation)
        }
    }

    /// `POST /webhook-deliveries/{id}/resend/`: restarts a delivery's schedule; a pending one is tried now.
    ///
    /// An endpoint that has asked for a rest (429 or 503 with `Retry-After`) gets nothing until the rest ends, an hour
    /// at most.
    public func resend(
        _ id: WebhookDeliveryID,
        by caller: Caller,
        keeping: Change.KeepingAnswer
    ) async throws(APIFailure) -> APIAnswer {
        let delivery = try await storedDelivery(id, for: caller)
        let attempts = try await attempts(of: delivery)
        let now = world.now()
        let shown = delivery.resent(at: now).resource(attempts: attempts)
        let answer = APIAnswer(status: 200, body: shown.json.encoded(), customer: nil)
        let kept = try keeping(answer)
        let count = try await write { () async throws(CommitFailure) in
            try await self.store.resend(.one(id), of: delivery.organisation, at: now, limit: 1, keeping: kept)
        }
        guard count == 1 else { throw .endpointDisabled }
        return answer
    }

    /// `POST /webhook-deliveries/resend/`: resends a range in portions, so that a long range blocks nobody.
    public func resend(
        _ request: ResendWebhookDeliveriesRequest,
        by caller: Caller
    ) async throws(APIFailure) -> ResendResult {
        let organisation = try merchant(caller)
        guard request.from <= request.to else { throw .field(.invalid, "to", "to is not before from.") }
        var endpoint: WebhookEndpoint?
        if let id = request.webhook { endpoint = try await stored(id, for: caller) }
        guard endpoint?.isEnabled ?? true else { throw .endpointDisabled }
        let selection = ResendSelection.range(
            from: request.from,
            to: request.to,
            endpoint: request.webhook,
            status: request.status.flatMap(WebhookDelivery.Status.init) ?? .parked
        )
        let now = world.now()
        var count = try await makeMissing(request, to: endpoint, at: now)
        while true {
            let more = try await write { () async throws(CommitFailure) in
                try await self.store.resend(selection, of: organisation, at: now, limit: 500, keeping: nil)
            }
            count += more
            if more < 500 { return ResendResult(count: Int64(count)) }
        }
    }

    /// Makes the missing deliveries of a named endpoint, because like parked ones they never arrived.
    ///
    /// Events older than the endpoint are excluded. Events older than the storage time of deliveries are excluded too,
    /// because the endpoint may have received them.
    private func makeMissing(
        _ request: ResendWebhookDeliveriesRequest,
        to endpoint: WebhookEndpoint?,
        at now: Timestamp
    ) async throws(APIFailure) -> Int {
        let isOfWhatFailed = request.status.map { $0 == WebhookDelivery.Status.parked.rawValue } ?? true
        guard let endpoint, isOfWhatFailed else { return 0 }
        let kept = now.adding(seconds: -WebhookDelivery.keptForSeconds)
        return try await read { () async throws(StorageFault) in
            try await self.store.makeMissingDeliveries(
                to: endpoint.id,
                of: endpoint.organisation,
                from: max(request.from, endpoint.createdAt, kept),
                to: request.to,
                at: now
            )
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
    /// The refusal for a disabled endpoint, to which nothing is sent.
    public static let endpointDisabled = APIFailure.conflict(
        "The endpoint is disabled. Enable it first: PATCH /webhooks/{id}/ with {\"enabled\": true}."
    )
}
