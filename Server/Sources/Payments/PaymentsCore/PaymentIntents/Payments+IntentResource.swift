import ChaveBase
import ChavePixModel

extension Payments {
    /// The intent as answers show it to this caller, with its one charge (Payments API, section 4).
    ///
    /// `known` is its enrollment, where that was read a moment ago.
    func resource(
        of intent: PaymentIntent,
        for caller: Caller,
        from known: Enrollment? = nil
    ) async throws(APIFailure) -> PaymentIntentResource {
        var enrollment = known
        if enrollment == nil {
            enrollment = try await read { () async throws(StorageFault) in
                try await self.store.enrollment(intent.enrollment, of: intent.organisation)
            }
        }
        return PaymentIntentResource(
            id: intent.id,
            createdBy: intent.createdBy.apiKey.text,
            createdByType: intent.createdBy.type,
            createdAt: intent.createdAt,
            updatedAt: intent.updatedAt,
            externalID: intent.details.externalID,
            metadata: Metadata(storedText: intent.details.metadata),
            amount: intent.amount,
            customer: shown(intent.customer, to: caller),
            description: intent.details.description,
            statementDescription: intent.details.statementDescription,
            status: intent.status,
            failureCode: intent.end?.code,
            failureMessage: intent.endMessage,
            paymentMethodDetails: PaymentMethodDetails(
                beneficiaryBankAccount: intent.beneficiary,
                enrollment: intent.enrollment
            ),
            paymentMethodInformation: information(of: intent),
            charges: [charge(of: intent, enrollment, customer: shown(intent.customer, to: caller))]
        )
    }

    func information(of intent: PaymentIntent) -> PaymentMethodInformation {
        var options: SignOptions?
        if case .awaitingApproval(let challenge, _) = intent.state {
            options = SignOptions(
                relyingPartyID: challenge.relyingPartyID,
                challenge: challenge.challenge.bytes,
                allowedCredentials: challenge.allowedCredentials.map(\.bytes),
                userVerification: challenge.userVerification
            )
        }
        return PaymentMethodInformation(
            consentID: intent.consent?.id,
            fidoOptions: options,
            endToEndID: intent.endToEndID,
            externalPaymentID: intent.externalPaymentID,
            providerRequestID: intent.providerRequestID
        )
    }
}

extension FailureCode {
    /// What happened and what to do, where the bank has not said it in its own words.
    var sentence: String {
        switch self {
        case .consentExpired: "The payer did not approve in time. Create a new payment intent."
        case .consentRejected: "The institution did not accept the payment request."
        case .enrollmentRevoked: "The enrollment cannot be used any more. Enroll the device again."
        case .biometricValidationError: "The approval could not be verified. Create a new payment intent."
        case .riskRefused: "The institution refused the payment for its risk."
        case .insufficientFunds: "There is not enough money in the payer's account."
        case .amountOverLimit: "The amount is above the payer's limit."
        case .beneficiaryAccountInvalid: "The receiving account cannot receive this payment."
        case .institutionUnavailable: "The institution did not answer in time. No money moved."
        case .chargeSettlementFailed: "The payment was not settled. No money moved."
        case .chargeSettlementTimeout: "The payment was not settled in time. No money moved."
        case .canceled: "The payment intent was cancelled."
        default: "The institution gave no reason."
        }
    }
}
