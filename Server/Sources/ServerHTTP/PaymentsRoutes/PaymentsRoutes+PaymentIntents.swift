import ChavePixModel
import ChaveWire
import PaymentsCore

extension PaymentsRoutes {
    var intentRows: [Route] {
        [createIntent, listIntents, authorize] + [
            Route("GET", "/payment-intents/{id}/", .merchantOrDevice) { [payments] context async throws(APIFailure) in
                .json(try await payments.paymentIntent(try context.id(), for: try context.caller).json)
            },
            Route("POST", "/payment-intents/{id}/cancel/", .merchantOrDevice) {
                [payments] context async throws(APIFailure) in
                let id: PaymentIntentID = try context.id()
                let idempotency = try context.idempotency()
                return .api(
                    try await payments.cancelPaymentIntent(id, by: try context.caller, idempotency: idempotency)
                )
            },
        ]
    }

    private var createIntent: Route {
        Route("POST", "/payment-intents/", .merchantOrDevice) { [payments] context async throws(APIFailure) in
            let request = try context.message(CreatePaymentIntentRequest.self)
            let idempotency = try context.idempotency()
            return .api(
                try await payments.createPaymentIntent(request, by: try context.caller, idempotency: idempotency)
            )
        }
    }

    private var authorize: Route {
        Route("POST", "/payment-intents/{id}/authorize/", .merchantOrDevice) {
            [payments] context async throws(APIFailure) in
            let id: PaymentIntentID = try context.id()
            // Which signals are required is known only once the enrollment is; the core looks again with its platform.
            let request = try context.message(
                AuthorizePaymentIntentRequest.self,
                in: SchemaContext(allowsCrossPlatform: true)
            )
            let idempotency = try context.idempotency()
            return .api(
                try await payments.authorizePaymentIntent(
                    id,
                    request,
                    by: try context.caller,
                    idempotency: idempotency
                )
            )
        }
    }

    private var listIntents: Route {
        Route("GET", "/payment-intents/", .merchantOrDevice) { [payments] context async throws(APIFailure) in
            let paging = try Paging(context)
            var query = PaymentIntentQuery()
            query.page = paging.request
            query.status = context.query["status"]
            query.externalID = context.query["external_id"]
            query.customer = try context.query.id("customer")
            query.enrollment = try context.query.id("enrollment")
            query.endToEndID = context.query["end_to_end_id"]
            query.createdFrom = try context.query.timestamp("created_at__gte")
            query.createdTo = try context.query.timestamp("created_at__lte")
            let page = try await payments.paymentIntents(query, for: try context.caller)
            return paging.answer(page) { $0.id.text }
        }
    }
}
