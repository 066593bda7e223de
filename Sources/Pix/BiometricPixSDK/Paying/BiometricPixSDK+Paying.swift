import ChaveBase
import ChaveDeviceKeys
import ChavePix
import ChavePixModel
import ChaveWire
import Dispatch

extension BiometricPixSDK {
    /// The current risk signals; the call needs no network.
    ///
    /// Blocks; `client.collectRiskSignals(accountTenure:)` does not.
    public func collectRiskSignals(accountTenure: String) throws -> RiskSignals {
        RiskSignals(
            try Blocking.run("collectRiskSignals(accountTenure:)") { [client] () async throws(PixError) in
                try await client.collectRiskSignals(accountTenure: accountTenure)
            }
        )
    }

    /// Asks the payer for money; the intent has the options that the device must sign.
    ///
    /// Blocks; `client.createPaymentIntent(_:)` does not.
    public func createPaymentIntent(payload: CreatePaymentIntentPayload) throws -> PaymentIntent {
        PaymentIntent(
            try call { client async throws(PixError) in
                try await client.createPaymentIntent(try payload.request())
            }
        )
    }

    /// Reads a payment.
    ///
    /// Blocks; `client.paymentIntent(_:)` does not.
    public func getPaymentIntent(paymentIntentId: String) throws -> PaymentIntent {
        guard let id = PaymentIntentID(paymentIntentId) else {
            throw BiometricPixSDKError.invalid("paymentIntentId", "Send the id of a payment intent.")
        }
        return PaymentIntent(
            try call { client async throws(PixError) in try await client.paymentIntent(id) }
        )
    }

    /// Asks the person and signs; returns at once, and calls back once.
    ///
    /// `fallbackCredential` is a credential's id, base64url. It counts when this device holds no credential that the
    /// options allow; an invalid text counts as none. Throws only for unreadable options, or after `cleanup()`.
    public func startSigning(
        fidoResponseString: String,
        fallbackCredential: String?,
        callback: any FidoAuthenticationCallback
    ) throws {
        guard !client.isClosed else { throw BiometricPixSDKError.closed }
        var options: CredentialRequestOptions
        do {
            options = try CredentialRequestOptions(json: try JSONValue(parsing: fidoResponseString))
        } catch {
            throw BiometricPixSDKError.unreadableOptions(error)
        }
        // An invalid text is ignored: it is no reason not to ask the person.
        if let id = try? Base64URL.decode(fallbackCredential ?? ""), !id.isEmpty { options.fallbackCredentials = [id] }
        let request = options
        let carried = Carried(value: callback)
        let queue = callbackQueue
        Task.detached { [client] in
            do throws(PixError) {
                let assertion = try await client.sign(request)
                queue.async { carried.value.onSuccess(response: AssertionResponse(assertion)) }
            } catch {
                queue.async { carried.value.onError(error: error.told(in: .device)) }
            }
        }
    }

    /// Authorises a payment and waits up to two minutes for settlement.
    ///
    /// Returns true when the payment is SUCCEEDED or SCHEDULED, or still PROCESSING when the wait ends. SCHEDULED: the
    /// bank has the payments of all days, which are later than today. Returns false when the payment is FAILED or
    /// CANCELED, or was refused without effect.
    ///
    /// When the response is lost, the SDK repeats the same request, reads the payment and tries to cancel it, for up to
    /// a minute. If the outcome is unknown even then, the result is false with `lastOutcome == .unknown`. An app that
    /// then shows "try again" may pay twice.
    ///
    /// When the server has accepted the payment and its end cannot be read, the SDK continues to read for the same
    /// time. The result is true: the payment is accepted and in progress, as with PROCESSING.
    ///
    /// Blocks; `client.authorize(_:assertion:riskSignals:platform:)` does not.
    public func authorizePaymentIntent(paymentIntentId: String, payload: AuthorizePaymentIntentPayload) -> Bool {
        guard let id = PaymentIntentID(paymentIntentId),
            let platform = DevicePlatform(caseInsensitive: payload.platform),
            let signals = try? payload.riskSignals.model(), let assertion = try? payload.assertion.model()
        else { return isAccepted(.refused(PixError.unusable("payload"))) }
        let settled = answer { client in
            await client.settleAuthorization(id, assertion: assertion, riskSignals: signals, platform: platform)
        }
        return isAccepted(settled)
    }
}
