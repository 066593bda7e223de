public import ChaveBase
public import ChaveDeviceKeys
public import ChavePixModel
import ChaveTransport
import ChaveWire
import Crypto

extension PixClient {
    /// Asks the payer for money; `paymentMethodInformation` has the options that the device must sign.
    ///
    /// With a `schedule`, one signature approves the payments of all its days, each of the whole amount.
    /// After `.outcomeUnknown`, the same request uses the same key again, for six days.
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
            return try await poster.send(kept) { response throws(PixError) in
                try decode(PaymentIntentResource.self, response)
            }.result.get()
        }
    }

    /// Reads a payment; of a SCHEDULED one, `charges` tells what became of each day.
    public func paymentIntent(_ id: PaymentIntentID) async throws(PixError) -> PaymentIntentResource {
        try await run(.readPaymentIntent) { [self] () async throws(PixError) in try await readIntent(id) }
    }

    func readIntent(
        _ id: PaymentIntentID,
        before deadline: Int64? = nil
    ) async throws(PixError) -> PaymentIntentResource {
        try decode(
            PaymentIntentResource.self,
            try await get(.get("/payment-intents/\(id.text)/", before: deadline))
        )
    }

    /// Asks the person and signs.
    ///
    /// On a native platform, it throws `.authenticator` when the authenticator leaves out `authenticatorAttachment`,
    /// which must tell that this device signed.
    public func sign(_ options: CredentialRequestOptions) async throws(PixError) -> CredentialAssertion {
        try await run(.sign) { [self] () async throws(PixError) in
            let signed: CredentialAssertion
            do throws(DeviceKeyError) {
                signed = try await configuration.authenticator.getAssertion(options)
            } catch {
                throw PixError(authenticator: error)
            }
            try requireAttachment(signed.authenticatorAttachment)
            return signed
        }
    }

    /// Asks the person and signs; `fallbackCredential` counts when this device holds no credential that the options
    /// allow.
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

    /// Gives up a payment that is not authorised yet, or cancels what is left of a SCHEDULED one.
    ///
    /// The bank takes that until 22:00 of the day before a charge, in Brasília; charges that are nearer go on. So the
    /// result may still be SCHEDULED, and `charges` tells which days are cancelled. Throws `.conflict` when the bank
    /// cancels nothing any more.
    public func cancelPaymentIntent(_ id: PaymentIntentID) async throws(PixError) -> PaymentIntentResource {
        try await run(.cancelPaymentIntent) { [self] () async throws(PixError) in
            try await poster.send(cancel(id)) { response throws(PixError) in
                try decode(PaymentIntentResource.self, response)
            }.result.get()
        }
    }

    /// Cancels by the client's own decision, and only now: nothing is stored that a restart would repeat.
    func cancelForNow(_ id: PaymentIntentID, before deadline: Int64) async throws(PixError) -> PaymentIntentResource {
        try await run(.cancelPaymentIntent) { [self] () async throws(PixError) in
            let request = cancel(id)
            return try await poster.sendOnly(request, mayHaveReached: false, before: deadline) {
                response throws(PixError) in
                try decode(PaymentIntentResource.self, response)
            }
        }
    }

    private func cancel(_ id: PaymentIntentID) -> StoredRequest {
        fresh(.cancelPaymentIntent, "/payment-intents/\(id.text)/cancel/", [:], about: .paymentIntent(id))
    }
}
