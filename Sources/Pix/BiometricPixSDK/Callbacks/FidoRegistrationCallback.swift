/// The receiver of the result of `startRegistration`, of which exactly one result is reported, once.
///
/// The call comes on the main queue only when `configuration.callbackQueue` is `.main`.
///
/// Implement one of the two `onSuccess`. In Swift 6 code whose types belong to the main actor, an implementation still
/// runs off the main actor. Every access to the types there is a race. Use `DispatchQueue.main.async` in the
/// implementation, or set `configuration.callbackQueue` to `.main`.
public protocol FidoRegistrationCallback {
    func onSuccess(credential: PublicKeyCredential, response: AuthenticatorAttestationResponse)
    func onSuccess(response: AttestationResponse)
    /// Called once, in place of `onSuccess`, when no credential was made; the text gives the reason and advice.
    func onError(error: String)
}

extension FidoRegistrationCallback {
    /// Passes the same values on in one value.
    public func onSuccess(credential: PublicKeyCredential, response: AuthenticatorAttestationResponse) {
        onSuccess(
            response: AttestationResponse(
                encodedId: credential.id,
                rawId: credential.rawId,
                encodedAttestationObject: response.attestationObject,
                encodedClientDataJSON: response.clientDataJSON
            )
        )
    }

    /// Reports that the app implements neither `onSuccess`.
    public func onSuccess(response: AttestationResponse) {
        onError(error: "The app's FidoRegistrationCallback implements neither onSuccess.")
    }
}
