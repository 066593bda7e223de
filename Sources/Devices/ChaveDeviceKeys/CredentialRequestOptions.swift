public import ChaveWire

/// What a relying party asks an assertion to be (WebAuthn Level 3, sections 5.5 and 5.1.9).
public struct CredentialRequestOptions: Sendable, Hashable {
    /// `rpId`; without one the authenticator's own default counts.
    public var relyingPartyID: String?
    /// To be signed.
    public var challenge: [UInt8]
    /// How long the ceremony may take; `nil` leaves it to the platform.
    public var timeoutMilliseconds: Int?
    /// The ids that may sign, the preferred first; empty allows each discoverable credential.
    public var allowedCredentials: [[UInt8]]
    /// Ours: ids to try when this device holds none of `allowedCredentials`, so that the person is asked once.
    public var fallbackCredentials: [[UInt8]]
    /// `required`, `preferred` or `discouraged`; `nil` counts as `preferred`.
    public var userVerification: String?
    /// As they came; nothing in here is acted upon.
    public var extensions: JSONValue?

    /// Options by hand; ``init(json:)`` reads those of a relying party.
    public init(
        relyingPartyID: String?,
        challenge: [UInt8],
        timeoutMilliseconds: Int? = nil,
        allowedCredentials: [[UInt8]] = [],
        fallbackCredentials: [[UInt8]] = [],
        userVerification: String? = nil,
        extensions: JSONValue? = nil
    ) {
        self.relyingPartyID = relyingPartyID
        self.challenge = challenge
        self.timeoutMilliseconds = timeoutMilliseconds
        self.allowedCredentials = allowedCredentials
        self.fallbackCredentials = fallbackCredentials
        self.userVerification = userVerification
        self.extensions = extensions
    }

    /// Reads `PublicKeyCredentialRequestOptionsJSON`; what is not as the standard says is `.invalidOptions`.
    public init(json: JSONValue) throws(DeviceKeyError) {
        let options = try OptionsReader(json, path: "")
        relyingPartyID = try options.text("rpId")
        challenge = try options.challenge()
        timeoutMilliseconds = try options.timeout()
        allowedCredentials = try options.descriptors("allowCredentials")
        fallbackCredentials = []
        userVerification = try options.text("userVerification")
        extensions = options["extensions"]
    }
}
