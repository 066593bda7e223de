import ChaveBase
import ChaveDeviceKeys
import ChavePix
import ChavePixModel
import ChaveWire
import Dispatch

extension BiometricPixSDK {
    /// The risk signals of this moment; needs no network.
    ///
    /// Blocks; `client.collectRiskSignals(accountTenure:)` does not.
    public func collectRiskSignals(accountTenure: String) throws -> RiskSignals {
        RiskSignals(
            try Blocking.run("collectRiskSignals(accountTenure:)") { [client] () async throws(PixError) in
                try await client.collectRiskSignals(accountTenure: accountTenure)
            }
        )
    }

    /// Asks the payer for money; what the device must sign is in the intent.
    ///
    /// Blocks; `client.createPaymentIntent(_:)` does not.
    public func createPaymentIntent(payload: CreatePaymentIntentPayload) throws -> PaymentIntent {
        PaymentIntent(
            try call { client async throws(PixError) in
                try await client.createPaymentIntent(try payload.request())
            }
        )
    }

    /// Where a payment stands.
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
    /// `fallbackCredential` is the id of a credential, base64url, to try when this device holds none that the options allow;
    /// text that is no such id counts as none. Throws only for options that cannot be read.
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
        // Text that names no credential is no help, and no reason not to ask.
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
    /// True when it is SUCCEEDED, or still PROCESSING when the wait ends; false once it is FAILED or CANCELED, or was refused
    /// without effect. When the answer is lost the SDK repeats the same request, reads the payment and tries to cancel it
    /// for up to a minute; if nothing can be learned even then the answer is false with `lastOutcome == .unknown`: an app
    /// that shows "try again" then may pay twice. When the server has accepted the payment and only its end cannot be read,
    /// the SDK reads on as long, and the answer is true: it was accepted and goes on, as with PROCESSING.
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
