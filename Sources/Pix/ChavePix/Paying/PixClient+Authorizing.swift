public import ChaveBase
public import ChaveDeviceKeys
public import ChavePixModel
import ChaveTransport

extension PixClient {
    /// Authorises the payment and waits for settlement.
    ///
    /// Returns the intent when it has ended, or when it is SCHEDULED: the bank then has the payments of all days, and
    /// nothing more comes before the first of them. Returns the last state of the intent when the wait is over or the
    /// server refuses the token. PROCESSING then means that the payment is accepted and in progress. Throws `.conflict`
    /// when the intent cannot be authorised any more and no earlier call authorised it. Throws `.outcomeUnknown` when the
    /// client cannot find out whether the server has the request. With `isAccepted`, the server has it, and the end is
    /// unknown. A new intent made then could pay twice.
    public func authorize(
        _ intent: PaymentIntentID,
        assertion: CredentialAssertion,
        riskSignals: RiskSignals,
        platform: DevicePlatform? = nil
    ) async throws(PixError) -> PaymentIntentResource {
        let request = authorization(assertion: assertion, riskSignals: riskSignals, platform: platform)
        return try await authorize(intent, kept(request, for: intent), mayHaveReached: false, before: nil)
    }

    /// The request, the same for every try of one call.
    func kept(_ request: AuthorizePaymentIntentRequest, for intent: PaymentIntentID) -> StoredRequest {
        fresh(
            .authorizePaymentIntent,
            "/payment-intents/\(intent.text)/authorize/",
            request.json,
            about: .paymentIntent(intent)
        )
    }

    func authorization(
        assertion: CredentialAssertion,
        riskSignals: RiskSignals,
        platform: DevicePlatform?
    ) -> AuthorizePaymentIntentRequest {
        AuthorizePaymentIntentRequest(
            platform: platform ?? configuration.signalCollector.platform,
            riskSignals: riskSignals,
            assertion: AssertionCredential(
                rawID: assertion.id,
                authenticatorAttachment: assertion.authenticatorAttachment,
                authenticatorData: assertion.authenticatorData,
                clientDataJSON: assertion.clientDataJSON,
                signature: assertion.signature,
                userHandle: assertion.userHandle
            )
        )
    }

    /// Authorises; `deadline` ends the calls that find out whether the server has the request, not the wait for
    /// settlement.
    func authorize(
        _ intent: PaymentIntentID,
        _ request: StoredRequest,
        mayHaveReached: Bool,
        before deadline: Int64?
    ) async throws(PixError) -> PaymentIntentResource {
        try await run(.authorizePaymentIntent) { [self] () async throws(PixError) in
            let sent = await poster.send(request, mayHaveReached: mayHaveReached, before: deadline) { _ in }
            do throws(PixError) {
                try sent.result.get()
            } catch  where error.code == .outcomeUnknown || error.code == .conflict {
                let read = try await authorized(intent, sent.request, before: deadline, else: error)
                if read.status.isSettledForNow { return read }
            }
            return try await settlement(of: intent, key: sent.request.idempotencyKey)
        }
    }

    /// The intent after a lost response or a conflict; throws `error` when it was not authorised.
    ///
    /// A conflict may mean that another assertion was accepted, for example by a second tap. When the client cannot
    /// read the intent, it is unknown whether money moves.
    private func authorized(
        _ intent: PaymentIntentID,
        _ request: StoredRequest,
        before deadline: Int64?,
        else error: PixError
    ) async throws(PixError) -> PaymentIntentResource {
        guard let read = try? await readIntent(intent, before: deadline) else {
            guard error.code == .conflict else { throw error }
            try? await stored.keep(request)
            throw PixError.unknown(request, after: error)
        }
        guard read.status != .pending else { throw error }
        await stored.settle(.authorizePaymentIntent, .paymentIntent(intent))
        return read
    }

    /// Waits for the end of an accepted payment, or until the bank has all payments of a schedule.
    ///
    /// When the wait times out or the server refuses the token, the result is the last state. A payment that was never
    /// read is accepted, with an unknown end.
    private func settlement(of intent: PaymentIntentID, key: String) async throws(PixError) -> PaymentIntentResource {
        let last = Locked<PaymentIntentResource?>(nil)
        do {
            return try await waiter.wait(
                configuration.polling.payment,
                waitingOut: { $0.isWaitedOutAfterAcceptance }
            ) { turn async throws(PixError) in
                try await follow("/payment-intents/\(intent.text)/", turn) { (read: PaymentIntentResource) in
                    last.withLock { $0 = read }
                    return read.status.isSettledForNow
                }
            }
        } catch {
            let seen = last.withLock { $0 }
            let isOver = error.code == .timedOut || error.code == .authentication
            if isOver, let seen, seen.status != .pending { return seen }
            throw PixError.accepted(.authorizePaymentIntent, .paymentIntent(intent), key: key, cause: error)
        }
    }
}
