import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import PaymentsCore
import PaymentsModel

extension PaymentsRoutes {
    var chargeRows: [Route] {
        [
            Route(
                .get("/charges/", for: .merchant),
                .text("listCharges", .charges, "Lists the attempts to collect, newest first."),
                query: Paging.fields + PaymentsRoutes.chargeFilters + PaymentsRoutes.amountFilters,
                answers: .page(of: ChargeResource.self)
            ) { [payments] context async throws(APIFailure) in
                var filter = ChargeQuery()
                filter.paymentIntent = try context.query.id("payment_intent")
                filter.customer = try context.query.id("customer")
                filter.status = context.query["status"].map(ChargeStatus.init(rawValue:))
                filter.createdFrom = try context.query.timestamp("created_at__gte")
                filter.createdTo = try context.query.timestamp("created_at__lte")
                filter.amount = try context.query.amount("amount")
                filter.amountFrom = try context.query.amount("amount__gte")
                filter.amountTo = try context.query.amount("amount__lte")
                let (wanted, caller) = (filter, try context.caller)
                let number = context.query[PaymentsRoutes.customerNumber.name]
                return try await Paging(context).answer(id: \.place) {
                    page async throws(APIFailure) in
                    var query = wanted
                    query.page = page
                    return try await payments.charges(query, customerIdentifier: number, for: caller)
                }
            },
            Route(
                .get("/charges/{id}/", for: .merchant),
                .text("getCharge", .charges, "Gives one attempt to collect."),
                answers: .ok(ChargeResource.self)
            ) { [payments] context async throws(APIFailure) in
                .json(try await payments.charge(try context.id(), for: try context.caller).json)
            },
            Route(
                .post("/charges/{id}/cancel/", for: .merchant),
                .text(
                    "cancelCharge",
                    .charges,
                    "Cancels one charge of a schedule, until 23:59 of the day before in Brasília."
                ),
                answers: .ok(ChargeResource.self),
                refuses: [.conflict, .institutionUnavailable]
            ) { [payments] context async throws(APIFailure) in
                let id: ChargeID = try context.id()
                let idempotency = try context.idempotency()
                return .api(try await payments.cancelCharge(id, by: try context.caller, idempotency: idempotency))
            },
        ]
    }

    private static let chargeFilters = [
        Field("payment_intent", .uuid, .optional, "The intent that is collected for."),
        Field("customer", .uuid, .optional, "The payer."), customerNumber,
        Field("status", .enumeration(ChargeStatus.all.map(\.rawValue)), .optional, "Where it stands."),
        Field("created_at__gte", .timestamp, .optional, "Created then or later."),
        Field("created_at__lte", .timestamp, .optional, "Created then or before."),
    ]
}

extension ChargeResource {
    /// The charge's place in lists: its own id in a schedule, otherwise its intent's.
    fileprivate var place: AnyID { scheduledFor == nil ? paymentIntent.ofAnyKind : id.ofAnyKind }
}
