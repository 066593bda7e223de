import BiometricPixSDK
import ChaveDeviceKeys

// The guides' types, made from what the client's calls return; they share names with the model's, which is not imported.

extension Rig.Signed {
    var assertionResponse: AssertionResponse {
        AssertionResponse(
            encodedId: idText,
            rawId: idText,
            encodedAuthenticatorData: authenticatorDataText,
            encodedClientDataJSON: clientDataText,
            encodedSignature: signatureText,
            userHandle: ""
        )
    }
}

extension CreatedCredential {
    var response: AttestationResponse {
        AttestationResponse(
            encodedId: idText,
            rawId: idText,
            encodedAttestationObject: attestationText,
            encodedClientDataJSON: clientDataText
        )
    }
}
