public import ChaveDeviceKeys
public import ChavePixModel
import ChaveTransport
import ChaveWire
import Crypto

extension PixClient {
    /// Asks the payer for money; what the device must sign comes back in `paymentMethodInformation`.
    public func createPaymentIntent(
        _ request: CreatePaymentIntentRequest
    ) async throws(PixError) -> PaymentIntentResource {
        try await run(.createPaymentIntent) { [self] () async throws(PixError) in
            let body = request.json
            do throws(FieldErrors) {
                try CreatePaymentIntentRequest.schema.check(body, in: SchemaContext())
            } catch {
                throw PixError(local: error)
            }
            let content = Array(SHA256.hash(data: body.encoded()))
            let kept = fresh(.createPaymentIntent, "/payment-intents/", body, content: content)
            return try decode(PaymentIntentResource.self, try await poster.send(kept))
        }
    }

    public func paymentIntent(_ id: PaymentIntentID) async throws(PixError) -> PaymentIntentResource {
        try await run(.readPaymentIntent) { [self] () async throws(PixError) in try await readIntent(id) }
    }

    func readIntent(_ id: PaymentIntentID) async throws(PixError) -> PaymentIntentResource {
        try decode(PaymentIntentResource.self, try await get(.get("/payment-intents/\(id.text)/")))
    }

    /// Asks the person and signs.
    public func sign(_ options: CredentialRequestOptions) async throws(PixError) -> CredentialAssertion {
        try await run(.sign) { [self] () async throws(PixError) in
            do throws(DeviceKeyError) {
                return try await configuration.authenticator.getAssertion(options)
            } catch {
                throw PixError(authenticator: error)
            }
        }
    }

    /// Asks the person and signs; `fallbackCredential` is tried when this device holds none that the options allow.
    public func sign(
        _ options: SignOptions,
        fallbackCredential: [UInt8]? = nil
    ) async throws(PixError) -> CredentialAssertion {
        var request: CredentialRequestOptions
        do {
            request = try CredentialRequestOptions(json: options.json)
        } catch {
            throw PixError(authenticator: error)
        }
        if let fallbackCredential { request.fallbackCredentials = [fallbackCredential] }
        return try await sign(request)
    }

    /// Authorises the payment and waits for settlement.
    ///
    /// Returns the intent once it has ended, or as it stands when the wait is over: PROCESSING then means that the
    /// payment was accepted and goes on. Throws `.outcomeUnknown` when it cannot be learned whether the server has it; a
    /// new intent made then could pay twice.
    public func authorize(
        _ intent: PaymentIntentID,
        assertion: CredentialAssertion,
        riskSignals: RiskSignals,
        platform: DevicePlatform? = nil
    ) async throws(PixError) -> PaymentIntentResource {
        try await run(.authorizePaymentIntent) { [self] () async throws(PixError) in
            let request = AuthorizePaymentIntentRequest(
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
            let kept = fresh(
                .authorizePaymentIntent,
                "/payment-intents/\(intent.text)/authorize/",
                request.json,
                about: .paymentIntent(intent)
            )
            do throws(PixError) {
                _ = try await poster.send(kept)
            } catch  where error.code == .outcomeUnknown {
                let read = try await settled(intent, .authorizePaymentIntent, else: error)
                if read.status.isFinal { return read }
            }
            return try await settlement(of: intent, key: kept.idempotencyKey)
        }
    }

    /// What the intent says after a call whose answer was lost; `error` when it says nothing.
    func settled(
        _ intent: PaymentIntentID,
        _ operation: PendingRequest.Operation,
        else error: PixError
    ) async throws(PixError) -> PaymentIntentResource {
        guard let read = try? await readIntent(intent), read.status.isFinal || read.status == .processing else {
            throw error
        }
        await stored.settle(operation, .paymentIntent(intent))
        return read
    }

    private func settlement(of intent: PaymentIntentID, key: String) async throws(PixError) -> PaymentIntentResource {
        let last = Locked<PaymentIntentResource?>(nil)
        do {
            return try await waiter.wait(configuration.polling.payment) { seconds async throws(PixError) in
                let path = "/payment-intents/\(intent.text)/"
                let response = try await ask(.get(path, preferredWaitSeconds: seconds))
                let read = try decode(PaymentIntentResource.self, response)
                last.withLock { $0 = read }
                return read.status.isFinal ? .arrived(read) : .notYet(retryAfterMilliseconds: nil)
            }
        } catch {
            if error.code == .timedOut, let read = last.withLock({ $0 }) { return read }
            throw PixError.accepted(.authorizePaymentIntent, .paymentIntent(intent), key: key)
        }
    }

    /// Gives up a payment that is not authorised yet.
    public func cancelPaymentIntent(_ id: PaymentIntentID) async throws(PixError) -> PaymentIntentResource {
        try await run(.cancelPaymentIntent) { [self] () async throws(PixError) in
            let kept = fresh(
                .cancelPaymentIntent,
                "/payment-intents/\(id.text)/cancel/",
                [:],
                about: .paymentIntent(id)
            )
            return try decode(PaymentIntentResource.self, try await poster.send(kept))
        }
    }
}
