import ChavePixModel

extension PixClient {
    /// The whole payment, step by step.
    ///
    /// The payment begins at once. It ends when the reader of the stream stops reading, unless it is authorised
    /// already. A payment on later days ends with SCHEDULED, long before its days. A failure is a `PixError`.
    public func pay(_ new: NewPayment) -> AsyncThrowingStream<PaymentStep, any Error> {
        PixClient.steps { [self] tell async throws(PixError) in try await pay(new, tell) }
    }

    private func pay(_ new: NewPayment, _ tell: (PaymentStep) -> Void) async throws(PixError) {
        let created = try await createPaymentIntent(new.intent)
        tell(.created(created))
        guard created.status == .pending else { return tell(.finished(created)) }
        guard let options = created.paymentMethodInformation?.fidoOptions else {
            throw PixError.unreadable("fido_options")
        }
        let assertion = try await sign(options, fallbackCredential: new.fallbackCredential)
        tell(.signed)
        let signals = try await collectRiskSignals(accountTenure: new.accountTenure)
        tell(.finished(try await authorize(created.id, assertion: assertion, riskSignals: signals)))
    }
}
