/// Told what came of `startRegistration`: exactly one of its methods is called, once, never on the main queue unless the
/// configuration says so.
///
/// Implement one of the two `onSuccess`. In Swift 6 code whose types belong to the main actor, an implementation runs off
/// it: whatever it touches there is a race, so let it hand over with `DispatchQueue.main.async`, or set
/// `configuration.callbackQueue` to `.main`.
public protocol FidoRegistrationCallback {
    func onSuccess(credential: PublicKeyCredential, response: AuthenticatorAttestationResponse)
    func onSuccess(response: AttestationResponse)
    /// No credential was made; the text says why and what to do. Called once, in place of `onSuccess`.
    func onError(error: String)
}

extension FidoRegistrationCallback {
    /// Hands the same values on in one.
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

    /// Neither `onSuccess` is implemented.
    public func onSuccess(response: AttestationResponse) {
        onError(error: "The app's FidoRegistrationCallback implements neither onSuccess.")
    }
}
