import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import PaymentsCore
import PaymentsModel

extension PaymentsRoutes {
    var intentRows: [Route] {
        [createIntent, listIntents, updateIntent, authorize] + [
            Route(
                .get("/payment-intents/{id}/", for: .merchantOrDevice),
                .text("getPaymentIntent", .paymentIntents, "Gives one payment intent."),
                answers: .ok(PaymentIntentResource.self),
                holds: { [payments] context throws(APIFailure) in
                    try context.held(
                        payments.paymentIntent(
                            context.id(),
                            for: context.caller,
                            if: context.condition,
                            proving: context.proveAgain
                        )
                    )
                }
            ),
            Route(
                .post("/payment-intents/{id}/cancel/", for: .merchantOrDevice),
                .text(
                    "cancelPaymentIntent",
                    .paymentIntents,
                    "Ends a payment intent that nobody has approved yet, or cancels the rest of its schedule.",
                    more:
                        "A SCHEDULED one is cancelled at the bank, which takes that until 22:00 of the day before a charge, in "
                        + "Brasília. Charges that are too near go on. A bank may need up to an hour: the charges and the "
                        + "payment intent tell when they are cancelled."
                ),
                answers: .ok(PaymentIntentResource.self),
                refuses: [.conflict, .institutionUnavailable]
            ) { [payments] context async throws(APIFailure) in
                let id: PaymentIntentID = try context.id()
                let idempotency = try context.idempotency()
                return .api(
                    try await payments.cancelPaymentIntent(id, by: try context.caller, idempotency: idempotency)
                )
            },
        ]
    }

    private var createIntent: Route {
        Route(
            .post("/payment-intents/", for: .merchantOrDevice),
            .text(
                "createPaymentIntent",
                .paymentIntents,
                "Asks a payer for an amount; the answer holds what the device signs.",
                more:
                    "One live payment intent at a time has a given external_id among those of your API keys, and one among "
                    + "those that devices made for one payer; a second one is 409 and names the first, its amount and its maker. "
                    + "Devices have at most \(DeviceLimits.openIntentsOfEnrollment) PENDING with one enrollment: 409. "
                    + "\(PaymentsRoutes.deviceNotes)"
            ),
            takes: .body(CreatePaymentIntentRequest.self),
            answers: .created(PaymentIntentResource.self),
            refuses: [.doesNotExist, .notFound, .conflict, .institutionUnavailable]
        ) { [payments] context async throws(APIFailure) in
            let request = try context.message(CreatePaymentIntentRequest.self)
            let idempotency = try context.idempotency()
            return .api(
                try await payments.createPaymentIntent(request, by: try context.caller, idempotency: idempotency)
            )
        }
    }

    private var updateIntent: Route {
        Route(
            .patch("/payment-intents/{id}/", for: .merchant),
            .text(
                "updatePaymentIntent",
                .paymentIntents,
                "Changes what is noted of a payment intent, in any state.",
                more:
                    "Its metadata alone: what the payer agrees to never changes. What is named is set, or removed by null "
                    + "or an empty string; the rest stays. It is a new version, and no event. The same request again "
                    + "changes nothing."
            ),
            takes: .body(UpdatePaymentIntentRequest.self),
            answers: .ok(PaymentIntentResource.self),
            refuses: [.conflict]
        ) { [payments] context async throws(APIFailure) in
            let request = try context.message(UpdatePaymentIntentRequest.self)
            let (id, caller): (PaymentIntentID, Caller) = (try context.id(), try context.caller)
            return .json(try await payments.updatePaymentIntent(id, request, by: caller).json)
        }
    }

    private var authorize: Route {
        Route(
            .post("/payment-intents/{id}/authorize/", for: .merchantOrDevice),
            .text(
                "authorizePaymentIntent",
                .paymentIntents,
                "Hands over what the payer signed; the money is on its way.",
                more: "204 means accepted: read the payment intent for the end. The same assertion again is 204 again."
            ),
            takes: .body(AuthorizePaymentIntentRequest.self),
            answers: .noContent,
            refuses: [.conflict]
        ) { [payments] context async throws(APIFailure) in
            let id: PaymentIntentID = try context.id()
            // Only the enrollment's platform tells which signals are required; the core checks again with that
            // platform.
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

    private static let intentFilters = [
        Field("status", .enumeration(PaymentIntentStatus.all.map(\.rawValue)), .optional, "Where it stands."),
        Field("external_id", .text(longest: 255), .optional, "The merchant's own id of the payment."),
        Field("customer", .uuid, .optional, "The payer."),
        Field("enrollment", .uuid, .optional, "The enrollment that pays."),
        Field("end_to_end_id", .text(.endToEndID), .optional, "The payment's name in Pix."),
        Field("created_at__gte", .timestamp, .optional, "Created then or later."),
        Field("created_at__lte", .timestamp, .optional, "Created then or before."),
    ]

    /// The amount filters, for each list of payments for a merchant's server.
    static let amountFilters = [
        Field("amount", .amount, .optional, "Of this amount."),
        Field("amount__gte", .amount, .optional, "Of this amount or more."),
        Field("amount__lte", .amount, .optional, "Of this amount or less."),
    ]

    private static let metadataFilter = Field(
        "metadata",
        .metadata,
        .optional,
        "With this in metadata, written once for each name, as metadata[order]=17; all of them count."
    )

    private var listIntents: Route {
        Route(
            .get("/payment-intents/", for: .merchantOrDevice),
            .text("listPaymentIntents", .paymentIntents, "Lists payment intents, newest first."),
            query: Paging.fields + PaymentsRoutes.intentFilters,
            merchantQuery: [PaymentsRoutes.customerNumber] + PaymentsRoutes.amountFilters
                + [PaymentsRoutes.metadataFilter],
            answers: .page(of: PaymentIntentResource.self)
        ) { [payments] context async throws(APIFailure) in
            var query = PaymentIntentQuery()
            query.status = context.query["status"]
            query.externalID = context.query["external_id"]
            query.customer = try context.query.id("customer")
            query.enrollment = try context.query.id("enrollment")
            query.endToEndID = context.query["end_to_end_id"]
            query.createdFrom = try context.query.timestamp("created_at__gte")
            query.createdTo = try context.query.timestamp("created_at__lte")
            query.amount = try context.query.amount("amount")
            query.amountFrom = try context.query.amount("amount__gte")
            query.amountTo = try context.query.amount("amount__lte")
            query.metadataEntries = context.query.members("metadata").sorted { $0.key < $1.key }
                .map { PaymentIntent.metadataEntry($0.key, $0.value) }
            let caller = try context.caller
            return try await Paging(context).answer(id: \.id.ofAnyKind) { page async throws(APIFailure) in
                query.page = page
                return try await payments.paymentIntents(
                    query,
                    customerIdentifier: context.query[PaymentsRoutes.customerNumber.name],
                    for: caller
                )
            }
        }
    }
}
