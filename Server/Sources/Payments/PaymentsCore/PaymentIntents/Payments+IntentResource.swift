import ChaveBase
import ChavePixModel
import PaymentsModel

extension Payments {
    /// The intent as responses show it to this caller, with its charges (Payments API, section 4).
    ///
    /// `known` is the intent's enrollment, if the caller has just read it.
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
            schedule: intent.schedule?.plan,
            paymentMethodInformation: information(of: intent),
            charges: charges(of: intent, enrollment, customer: shown(intent.customer, to: caller))
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
