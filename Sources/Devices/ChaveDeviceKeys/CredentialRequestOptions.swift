public import ChaveWire

/// A relying party's requirements for an assertion (WebAuthn Level 3, sections 5.5 and 5.1.9).
public struct CredentialRequestOptions: Sendable, Hashable {
    /// `rpId`; `nil` selects the authenticator's own default.
    public var relyingPartyID: String?
    /// The challenge to sign.
    public var challenge: [UInt8]
    /// The time for the ceremony; `nil` leaves it to the platform.
    public var timeoutMilliseconds: Int?
    /// The ids of the allowed credentials, the preferred first; an empty list allows each discoverable credential.
    public var allowedCredentials: [[UInt8]]
    /// Ids to try when this device holds none of `allowedCredentials`, so that the person is asked once; not part of
    /// WebAuthn.
    public var fallbackCredentials: [[UInt8]]
    /// `required`, `preferred` or `discouraged`; `nil` counts as `preferred`.
    public var userVerification: String?
    /// The extensions as received; none of them has an effect.
    public var extensions: JSONValue?

    /// Creates options from their parts; ``init(json:)`` reads those of a relying party.
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

    /// Reads `PublicKeyCredentialRequestOptionsJSON`; options that do not follow the standard are `.invalidOptions`.
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
