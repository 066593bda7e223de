import ChaveBase
import ChavePixModel
import ChaveTransport
import ChaveWebAuthn

extension PixTestState {
    private static let detailsField = "payment_method_details.open_finance_biometric_pix"

    mutating func createPaymentIntent(_ context: PixTestContext) throws(PixTestRefusal) -> HTTPResponse {
        let body = try context.message(CreatePaymentIntentRequest.self)
        try requireShort(body.metadata)
        try requireLater(body.schedule, context.moment)
        let customer = try customer(body.customer, field: "customer")
        let enrollment = try requireEnrollment(body, customer, context)
        guard beneficiaries.contains(body.paymentMethodDetails.beneficiaryBankAccount) else {
            throw .field(
                .doesNotExist,
                "\(PixTestState.detailsField).beneficiary_bank_account",
                "There is no such bank account. Create it first."
            )
        }
        if let external = body.externalID, let live = payments.first(where: { $0.isLive(external, for: customer.id) }) {
            throw PixTestRefusal(
                409,
                .conflict,
                "Payment intent \(live.resource.id.text) of BRL \(live.resource.amount.decimal), made by a device, with this external_id "
                    + "is open or paid. Use that one, or another external_id.",
                field: "external_id"
            )
        }
        if body.externalID == nil, let twin = payments.first(where: { $0.isTwin(of: body) }) {
            throw .conflict("The payment intent \(twin.resource.id.text) is like this one and under way.")
        }
        let open = payments.filter { $0.enrollment == enrollment.resource.id && $0.resource.status == .pending }
        guard open.count < PixTestState.openIntents else {
            throw .conflict(
                "Devices have \(open.count) payment intents PENDING with this enrollment. Finish or cancel one, or wait until one runs out."
            )
        }
        let made = newPayment(body, customer.id, enrollment, context)
        payments.append(made)
        return PixTestContext.ok(made.resource, status: 201)
    }

    private func requireEnrollment(
        _ body: CreatePaymentIntentRequest,
        _ customer: Customer,
        _ context: PixTestContext
    ) throws(PixTestRefusal) -> TestEnrollment {
        let field = "\(PixTestState.detailsField).enrollment"
        let id = body.paymentMethodDetails.enrollment
        guard let found = enrollments.first(where: { $0.resource.id == id && $0.device == context.device }) else {
            throw .notFound
        }
        guard found.resource.details.customer == customer.id else {
            throw .field(.invalid, field, "The enrollment belongs to another customer.")
        }
        guard found.isUsable else {
            throw .field(.invalid, field, "The enrollment is not SUCCEEDED. Enroll the device again.")
        }
        return found
    }

    func listPaymentIntents(_ context: PixTestContext) throws(PixTestRefusal) -> HTTPResponse {
        let found = payments.filter { payment in
            payment.device == context.device
                && context.query["status"].map { $0 == payment.resource.status.rawValue } ?? true
                && context.query["enrollment"].map { $0 == payment.enrollment.text } ?? true
                && context.query["external_id"].map { $0 == payment.resource.externalID } ?? true
        }
        return try page(found.reversed().map(\.resource), context) { $0.id.text }
    }

    mutating func cancelPaymentIntent(_ context: PixTestContext) throws(PixTestRefusal) -> HTTPResponse {
        let index = try paymentIndex(context)
        switch payments[index].resource.status {
        case .canceled: break
        case .pending: payments[index].end(.canceled, .canceled, at: context.moment.timestamp)
        case .scheduled:
            guard payments[index].cancelDays(at: context.moment.timestamp) else {
                throw .conflict(
                    "No charge can be cancelled any more: all charges together can be until 22:00 of the day before in Brasília."
                )
            }
        default:
            let status = payments[index].resource.status.rawValue
            throw .conflict("The payment intent is \(status) and cannot be cancelled any more.")
        }
        return PixTestContext.ok(payments[index].resource)
    }

    func paymentIndex(_ context: PixTestContext) throws(PixTestRefusal) -> Int {
        let id: PaymentIntentID = try context.id()
        guard let index = payments.firstIndex(where: { $0.resource.id == id && $0.device == context.device }) else {
            throw .notFound
        }
        return index
    }
}

extension TestPayment {
    /// Whether this intent prevents another intent with this `external_id` (Payments API, section 8.7).
    ///
    /// The ids from devices are compared within one payer.
    fileprivate func isLive(_ external: String, for customer: CustomerID) -> Bool {
        resource.externalID == external && resource.customer == customer
            && ![.failed, .canceled].contains(resource.status)
    }

    /// Whether the other intent is most likely a repetition of the same purchase.
    fileprivate func isTwin(of other: CreatePaymentIntentRequest) -> Bool {
        resource.status == .processing && resource.amount == other.amount
            && resource.paymentMethodDetails == other.paymentMethodDetails
    }
}
