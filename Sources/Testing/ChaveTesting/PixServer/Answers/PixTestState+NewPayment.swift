import ChaveBase
import ChavePixModel
import ChaveWebAuthn

extension PixTestState {
    /// Creates a payment intent that waits for its approval.
    func newPayment(
        _ body: CreatePaymentIntentRequest,
        _ customer: CustomerID,
        _ enrollment: TestEnrollment,
        _ context: PixTestContext
    ) -> TestPayment {
        let id: PaymentIntentID = newID(context.moment)
        let challenge = random.bytes(32)
        let now = context.moment.timestamp
        let charges = charges(of: id, body, customer, context.moment)
        let resource = PaymentIntentResource(
            id: id,
            createdBy: PixTestServer.merchant.text,
            createdByType: .sdk,
            createdAt: now,
            updatedAt: now,
            externalID: body.externalID,
            metadata: body.metadata ?? Metadata(),
            amount: body.amount,
            customer: customer,
            description: body.description,
            statementDescription: body.statementDescription,
            status: .pending,
            paymentMethodDetails: body.paymentMethodDetails,
            schedule: body.schedule,
            paymentMethodInformation: information(
                challenge,
                enrollment,
                id,
                charges.first?.endToEndID ?? endToEndID(at: now)
            ),
            charges: charges
        )
        var made = TestPayment(
            resource: resource,
            device: context.device,
            enrollment: enrollment.resource.id,
            challenge: challenge
        )
        made.deadline = context.moment.after(seconds: 5 * 60)
        return made
    }

    func charge(
        of payment: PaymentIntentID,
        _ body: CreatePaymentIntentRequest,
        _ customer: CustomerID,
        _ moment: Moment
    ) -> ChargeResource {
        ChargeResource(
            id: newID(moment),
            createdAt: moment.timestamp,
            updatedAt: moment.timestamp,
            paymentIntent: payment,
            customer: customer,
            amount: body.amount,
            description: body.description,
            statementDescription: body.statementDescription,
            status: .pending
        )
    }

    private func information(
        _ challenge: [UInt8],
        _ enrollment: TestEnrollment,
        _ id: PaymentIntentID,
        _ endToEndID: EndToEndID?
    ) -> PaymentMethodInformation {
        PaymentMethodInformation(
            consentID: "urn:chave-test:\(id.text)",
            fidoOptions: SignOptions(
                relyingPartyID: PixTestState.relyingParty.id,
                challenge: challenge,
                allowedCredentials: enrollment.credential.map { [$0.id] } ?? [],
                userVerification: "required"
            ),
            endToEndID: endToEndID,
            externalPaymentID: "test-payment-\(id.text)",
            providerRequestID: "test-request-\(id.text)"
        )
    }

    func endToEndID(at time: Timestamp) -> EndToEndID? {
        EndToEndID(ispb: "00000000", at: time, random: random.bytes(16))
    }
}
