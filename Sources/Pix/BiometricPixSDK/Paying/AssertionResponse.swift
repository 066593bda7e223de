import ChaveBase
import ChaveDeviceKeys
import ChavePix

/// What the device has signed; all base64url.
public struct AssertionResponse: Codable, Hashable, Sendable {
    /// The credential's id, base64url; `rawId` is the same text.
    public var encodedId: String
    /// The same as `encodedId`.
    public var rawId: String
    /// What the device says and signed, base64url without padding.
    public var encodedAuthenticatorData: String
    /// The bytes that were hashed, base64url without padding.
    public var encodedClientDataJSON: String
    /// The signature over both, base64url without padding.
    public var encodedSignature: String
    /// Empty when the authenticator told none.
    public var userHandle: String

    /// All as base64url without padding; what is not is refused by the call that takes it.
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

    /// The assertion behind what the app hands back.
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

/// What a payment is authorised with.
public struct AuthorizePaymentIntentPayload: Hashable, Sendable {
    /// What the app says that it runs on: it is sent as given.
    ///
    /// The enrollment's own platform, and not this, says which signals the bank wants.
    public var platform: String
    /// Collected for this payment, not for an earlier one.
    public var riskSignals: RiskSignals
    /// What the device signed for this payment.
    public var assertion: AssertionResponse

    /// `platform` is `IOS`, `ANDROID` or `BROWSER`, in any case; with another text the payment is not authorized.
    public init(platform: String, riskSignals: RiskSignals, assertion: AssertionResponse) {
        self.platform = platform
        self.riskSignals = riskSignals
        self.assertion = assertion
    }
}
