import ChaveBase
import ChavePixModel
import ChaveWire

extension MerchantBackend {
    /// Requests a payment of `product`'s price, now or on later days; the payer's passkey must allow it.
    func order(
        _ product: Product,
        by customer: CustomerID,
        from enrollment: EnrollmentID,
        _ plan: PaymentPlan,
        attempt: String
    ) async throws(ShopFailure) -> PaymentIntentResource {
        let request = CreatePaymentIntentRequest(
            amount: product.price,
            customer: .existing(customer),
            description: product.names.portuguese,
            statementDescription: settings.name,
            paymentMethodDetails: PaymentMethodDetails(
                beneficiaryBankAccount: settings.beneficiary,
                enrollment: enrollment
            ),
            schedule: plan.schedule,
            externalID: "order-\(attempt)",
            metadata: product.metadata
        )
        return try await read(.post("/payment-intents/", request.json, attempt: attempt)).resource
    }

    /// Reads an order of that customer; another customer's order counts as missing.
    func order(
        _ id: PaymentIntentID,
        of customer: CustomerID
    ) async throws(ShopFailure) -> Versioned<PaymentIntentResource> {
        let found: Versioned<PaymentIntentResource> = try await read(.get("/payment-intents/\(id.text)/"))
        guard found.resource.customer == customer else { throw .notFound }
        return found
    }

    /// The customer's orders, newest first, at most 50.
    func orders(of customer: CustomerID) async throws(ShopFailure) -> [PaymentIntentResource] {
        let list: Versioned<ResourceList<PaymentIntentResource>> = try await read(
            .get("/payment-intents/", query: [("customer", customer.text), ("page_size", "50")])
        )
        return list.resource.results
    }

    /// Authorizes an order; the API accepts the same assertion again, and refuses another one or a late one.
    func authorize(
        _ id: PaymentIntentID,
        _ assertion: JSONValue,
        signals: JSONObject,
        tenure: Timestamp
    ) async throws(ShopFailure) {
        var signals = signals
        signals["accountTenure"] = .string(tenure.isoDate)
        let body: JSONValue = ["platform": "BROWSER", "risk_signals": .object(signals), "assertion": assertion]
        _ = try await reply(.post("/payment-intents/\(id.text)/authorize/", body))
    }

    /// Cancels an order before it is paid, or what is left of its days.
    func cancel(_ id: PaymentIntentID) async throws(ShopFailure) {
        _ = try await reply(.post("/payment-intents/\(id.text)/cancel/", [:]))
    }
}
