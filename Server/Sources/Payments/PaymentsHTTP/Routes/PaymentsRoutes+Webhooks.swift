import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import PaymentsCore
import PaymentsModel
import Webhooks

/// The rows of endpoints and deliveries (Payments API, section 7): only for a merchant's server.
extension PaymentsRoutes {
    var webhookRows: [Route] {
        guard let webhooks else { return [] }
        return webhookRows(webhooks) + webhookActionRows(webhooks) + deliveryRows(webhooks)
    }

    private func webhookRows(_ webhooks: MerchantWebhooks) -> [Route] {
        [
            Route(
                .post("/webhooks/", for: .merchant),
                .text(
                    "createWebhook",
                    .webhooks,
                    "Registers an endpoint that is told of events.",
                    more: "The answer shows the secret, once. It is not kept for an Idempotency-Key; a URL that is "
                        + "registered already is refused, so a repetition makes no second endpoint."
                ),
                takes: .body(CreateWebhookRequest.self),
                answers: .created(WebhookResource.self),
                refuses: [.alreadyRegistered, .conflict],
                isKept: false
            ) { context async throws(APIFailure) in
                let request = try context.message(CreateWebhookRequest.self)
                return .json(try await webhooks.create(request, by: try context.caller).json, status: 201)
            },
            Route(
                .get("/webhooks/", for: .merchant),
                .text("listWebhooks", .webhooks, "Lists the endpoints of the organisation, newest first."),
                query: Paging.fields,
                answers: .page(of: WebhookResource.self)
            ) { context async throws(APIFailure) in
                let caller = try context.caller
                return try await Paging(context).answer(id: \.id.ofAnyKind) { page async throws(APIFailure) in
                    try await webhooks.list(page, for: caller)
                }
            },
            Route(
                .get("/webhooks/{id}/", for: .merchant),
                .text("getWebhook", .webhooks, "Gives one endpoint."),
                answers: .ok(WebhookResource.self)
            ) { context async throws(APIFailure) in
                .json(try await webhooks.one(try context.id(), for: try context.caller).json)
            },
            Route(
                .patch("/webhooks/{id}/", for: .merchant),
                .text(
                    "updateWebhook",
                    .webhooks,
                    "Enables, disables or changes an endpoint.",
                    more: "While it is disabled nothing new is kept for it; what waited goes on when it is enabled."
                ),
                takes: .body(UpdateWebhookRequest.self),
                answers: .ok(WebhookResource.self),
                refuses: [.alreadyRegistered, .conflict]
            ) { context async throws(APIFailure) in
                let request = try context.message(UpdateWebhookRequest.self)
                return .json(try await webhooks.update(try context.id(), request, by: try context.caller).json)
            },
            Route(
                .delete("/webhooks/{id}/", for: .merchant),
                .text("deleteWebhook", .webhooks, "Removes an endpoint and its deliveries."),
                answers: .noContent
            ) { context async throws(APIFailure) in
                try await webhooks.delete(try context.id(), by: try context.caller)
                return ServerAnswer(status: 204)
            },
        ]
    }

    private func webhookActionRows(_ webhooks: MerchantWebhooks) -> [Route] {
        [
            Route(
                .post("/webhooks/{id}/rotate-secret/", for: .merchant),
                .text(
                    "rotateWebhookSecret",
                    .webhooks,
                    "Gives an endpoint a new secret.",
                    more: "Deliveries are signed with both until the old one ends. The answer shows the new one, once."
                ),
                takes: .optionalBody(RotateWebhookSecretRequest.self),
                answers: .ok(WebhookResource.self),
                refuses: [.conflict],
                isKept: false
            ) { context async throws(APIFailure) in
                let request = try context.message(RotateWebhookSecretRequest.self)
                return .json(try await webhooks.rotateSecret(try context.id(), request, by: try context.caller).json)
            },
            Route(
                .post("/webhooks/{id}/test/", for: .merchant),
                .text("testWebhook", .webhooks, "Sends an endpoint an event of type webhook.test."),
                answers: .created(WebhookDeliveryResource.self),
                refuses: [.conflict]
            ) { [payments] context async throws(APIFailure) in
                let (id, caller): (WebhookID, Caller) = (try context.id(), try context.caller)
                let answer = try await payments.once(try context.idempotency(), of: caller.organisation) {
                    keeping async throws(APIFailure) in
                    try await webhooks.test(id, by: caller, keeping: keeping)
                }
                return .api(answer)
            },
        ]
    }

    private func deliveryRows(_ webhooks: MerchantWebhooks) -> [Route] {
        [
            Route(
                .get("/webhook-deliveries/", for: .merchant),
                .text("listWebhookDeliveries", .webhooks, "Lists events on their way to endpoints, newest first."),
                query: Paging.fields + Self.deliveryFilters,
                answers: .page(of: WebhookDeliveryResource.self)
            ) { context async throws(APIFailure) in
                var query = WebhookDeliveryQuery()
                query.endpoint = try context.query.id("webhook")
                query.status = context.query["status"].flatMap(WebhookDelivery.Status.init)
                query.objectID = try context.query.id("object_id")
                query.type = context.query["type"]
                query.createdFrom = try context.query.timestamp("created_at__gte")
                query.createdTo = try context.query.timestamp("created_at__lte")
                let caller = try context.caller
                return try await Paging(context).answer(id: \.id.ofAnyKind) { page async throws(APIFailure) in
                    query.page = page
                    return try await webhooks.deliveries(query, for: caller)
                }
            },
            Route(
                .get("/webhook-deliveries/{id}/", for: .merchant),
                .text("getWebhookDelivery", .webhooks, "Gives one delivery with its attempts."),
                answers: .ok(WebhookDeliveryResource.self)
            ) { context async throws(APIFailure) in
                .json(try await webhooks.delivery(try context.id(), for: try context.caller).json)
            },
            Route(
                .post("/webhook-deliveries/{id}/resend/", for: .merchant),
                .text("resendWebhookDelivery", .webhooks, "Sends one event to its endpoint again."),
                answers: .ok(WebhookDeliveryResource.self),
                refuses: [.conflict]
            ) { [payments] context async throws(APIFailure) in
                let (id, caller): (WebhookDeliveryID, Caller) = (try context.id(), try context.caller)
                let answer = try await payments.once(try context.idempotency(), of: caller.organisation) {
                    keeping async throws(APIFailure) in
                    try await webhooks.resend(id, by: caller, keeping: keeping)
                }
                return .api(answer)
            },
            Route(
                .post("/webhook-deliveries/resend/", for: .merchant),
                .text(
                    "resendWebhookDeliveries",
                    .webhooks,
                    "Sends the events of a time range again.",
                    more: "Those to endpoints that are enabled, in one status: parked where none is named. With an "
                        + "endpoint named, parked ones include what it was never sent, as while it was disabled."
                ),
                takes: .body(ResendWebhookDeliveriesRequest.self),
                answers: .ok(ResendResult.self),
                refuses: [.conflict, .notFound]
            ) { [payments] context async throws(APIFailure) in
                let request = try context.message(ResendWebhookDeliveriesRequest.self)
                let caller = try context.caller
                let answer = try await payments.repeatable(try context.idempotency(), of: caller.organisation) {
                    () async throws(APIFailure) in
                    APIAnswer(
                        status: 200,
                        body: try await webhooks.resend(request, by: caller).json.encoded(),
                        customer: nil
                    )
                }
                return .api(answer)
            },
        ]
    }

    private static let deliveryFilters = [
        Field("webhook", .uuid, .optional, "Those to this endpoint."),
        Field("status", .enumeration(["pending", "delivered", "parked"]), .optional, "Where they stand."),
        Field("object_id", .uuid, .optional, "Those that tell of this object."),
        Field("type", .enumeration(WebhookEvent.types + ["webhook.test"]), .optional, "Events of this type."),
        Field("created_at__gte", .timestamp, .optional, "Made at this time or later."),
        Field("created_at__lte", .timestamp, .optional, "Made at this time or earlier."),
    ]
}
