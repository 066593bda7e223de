import ChaveBase
import ChaveDeviceKeys
import ChavePix

/// The assertion that the device has signed; all texts are base64url.
public struct AssertionResponse: Codable, Hashable, Sendable {
    /// The credential's id, base64url; `rawId` is the same text.
    public var encodedId: String
    /// The same as `encodedId`.
    public var rawId: String
    /// The authenticator data, which the device signed, base64url without padding.
    public var encodedAuthenticatorData: String
    /// The client data, base64url without padding; its hash is part of the signed bytes.
    public var encodedClientDataJSON: String
    /// The signature over the authenticator data and the hash of the client data, base64url without padding.
    public var encodedSignature: String
    /// The user handle; empty when the authenticator gave none.
    public var userHandle: String

    /// An assertion; all texts are base64url without padding, and the call that uses the value refuses other texts.
    public init(
        encodedId: String,
        rawId: String,
        encodedAuthenticatorData: String,
        encodedClientDataJSON: String,
        encodedSignature: String,
        userHandle: String
    ) {
        self.encodedId = encodedId
        self.rawId = rawId
        self.encodedAuthenticatorData = encodedAuthenticatorData
        self.encodedClientDataJSON = encodedClientDataJSON
        self.encodedSignature = encodedSignature
        self.userHandle = userHandle
    }
}

extension AssertionResponse {
    init(_ assertion: CredentialAssertion) {
        let id = Base64URL.encode(assertion.id)
        self.init(
            encodedId: id,
            rawId: id,
            encodedAuthenticatorData: Base64URL.encode(assertion.authenticatorData),
            encodedClientDataJSON: Base64URL.encode(assertion.clientDataJSON),
            encodedSignature: Base64URL.encode(assertion.signature),
            userHandle: Base64URL.encode(assertion.userHandle ?? [])
        )
    }

    /// The assertion in the app's texts.
    func model() throws(WireError) -> CredentialAssertion {
        CredentialAssertion(
            id: try Base64URL.decode(encodedId, field: "id"),
            authenticatorData: try Base64URL.decode(encodedAuthenticatorData, field: "authenticatorData"),
            clientDataJSON: try Base64URL.decode(encodedClientDataJSON, field: "clientDataJSON"),
            signature: try Base64URL.decode(encodedSignature, field: "signature"),
            userHandle: try Base64URL.decode(userHandle, field: "userHandle"),
            authenticatorAttachment: "platform"
        )
    }
}

/// The data that authorises a payment.
public struct AuthorizePaymentIntentPayload: Hashable, Sendable {
    /// The platform that the app names; the SDK sends its upper-case name.
    ///
    /// The enrollment's own platform, not this value, determines the signals that the bank requires.
    public var platform: String
    /// The signals, collected for this payment and not for an earlier one.
    public var riskSignals: RiskSignals
    /// The assertion that the device signed for this payment.
    public var assertion: AssertionResponse

    /// The data; `platform` is `IOS`, `ANDROID` or `BROWSER`, in upper or lower case.
    ///
    /// With another platform the payment is not authorized.
    public init(platform: String, riskSignals: RiskSignals, assertion: AssertionResponse) {
        self.platform = platform
        self.riskSignals = riskSignals
        self.assertion = assertion
    }
}
