import ChaveBase
public import ChaveWire

/// A relying party's requirements for a new credential (WebAuthn Level 3, sections 5.4 and 5.1.8).
public struct CredentialCreationOptions: Sendable, Hashable {
    /// `rp.id`; `nil` selects the authenticator's own default.
    public var relyingPartyID: String?
    /// The relying party's name, for display.
    public var relyingPartyName: String
    /// `user.id`, 1 to 64 bytes.
    public var userID: [UInt8]
    /// The account's name, for display.
    public var userName: String
    /// The person's name, for display.
    public var userDisplayName: String
    /// The challenge to sign, of any length.
    public var challenge: [UInt8]
    /// The COSE algorithms of `pubKeyCredParams`, the preferred first; an empty list means the standard's default.
    public var algorithms: [Int64]
    /// The time for the ceremony; `nil` leaves it to the platform.
    public var timeoutMilliseconds: Int?
    /// The ids of credentials that this device must not hold already.
    public var excludedCredentials: [[UInt8]]
    /// `platform` or `cross-platform`; `nil` for either.
    public var authenticatorAttachment: String?
    /// `required`, `preferred` or `discouraged`; `nil` counts as `preferred`.
    public var userVerification: String?
    /// `residentKey`; when it is absent or unknown, `requireResidentKey` set to `true` gives `required`.
    public var residentKey: String?
    /// `none`, `indirect`, `direct` or `enterprise`; `nil` counts as `none`.
    public var attestation: String?
    /// The extensions as received; only `credProps` has an effect.
    public var extensions: JSONValue?

    /// Creates options from their parts; ``init(json:)`` reads those of a relying party.
    public init(
        relyingPartyID: String?,
        relyingPartyName: String = "",
        userID: [UInt8],
        userName: String = "",
        userDisplayName: String = "",
        challenge: [UInt8],
        algorithms: [Int64],
        timeoutMilliseconds: Int? = nil,
        excludedCredentials: [[UInt8]] = [],
        authenticatorAttachment: String? = nil,
        userVerification: String? = nil,
        residentKey: String? = nil,
        attestation: String? = nil,
        extensions: JSONValue? = nil
    ) {
        self.relyingPartyID = relyingPartyID
        self.relyingPartyName = relyingPartyName
        self.userID = userID
        self.userName = userName
        self.userDisplayName = userDisplayName
        self.challenge = challenge
        self.algorithms = algorithms
        self.timeoutMilliseconds = timeoutMilliseconds
        self.excludedCredentials = excludedCredentials
        self.authenticatorAttachment = authenticatorAttachment
        self.userVerification = userVerification
        self.residentKey = residentKey
        self.attestation = attestation
        self.extensions = extensions
    }

    /// Whether the relying party asks for the properties of the new credential (`credProps`, section 10.1.3).
    public var requestsCredentialProperties: Bool { extensions?["credProps"] == true }

    /// Reads `PublicKeyCredentialCreationOptionsJSON`.
    ///
    /// A `user.id` that is not base64url of 1 to 64 bytes counts as the bytes of its text. As in the standard, texts
    /// for display may be absent, unknown members are ignored, and credentials of a type other than `public-key` are
    /// skipped. Any other departure from the standard is `.invalidOptions`.
    public init(json: JSONValue) throws(DeviceKeyError) {
        let options = try OptionsReader(json, path: "")
        let relyingParty = try options.reader("rp")
        let user = try options.reader("user")
        let selection = try options.optionalReader("authenticatorSelection")
        relyingPartyID = try relyingParty.text("id")
        relyingPartyName = try relyingParty.text("name") ?? ""
        userID = try CredentialCreationOptions.userID(user)
        userName = try user.text("name") ?? ""
        userDisplayName = try user.text("displayName") ?? userName
        challenge = try options.challenge()
        algorithms = try CredentialCreationOptions.algorithms(options)
        timeoutMilliseconds = try options.timeout()
        excludedCredentials = try options.descriptors("excludeCredentials")
        authenticatorAttachment = try selection?.text("authenticatorAttachment")
        userVerification = try selection?.text("userVerification")
        residentKey = try CredentialCreationOptions.residentKey(selection)
        attestation = try options.text("attestation")
        extensions = options["extensions"]
    }

    private static func userID(_ user: OptionsReader) throws(DeviceKeyError) -> [UInt8] {
        let text = try user.requiredText("id")
        if let bytes = try? Base64URL.decode(text), (1...64).contains(bytes.count) { return bytes }
        let bytes = Array(text.utf8)
        guard (1...64).contains(bytes.count) else { throw user.invalid("id", "must have 1 to 64 bytes") }
        return bytes
    }

    /// An older relying party sends `requireResidentKey`; an unknown `residentKey` counts as absent (section 2.1.1).
    private static func residentKey(_ selection: OptionsReader?) throws(DeviceKeyError) -> String? {
        let text = try selection?.text("residentKey")
        let isRequired = try selection?.flag("requireResidentKey") ?? false
        if let text, !isRequired || ["required", "preferred", "discouraged"].contains(text) { return text }
        return isRequired ? "required" : nil
    }

    /// The offered algorithms; entries of another type are skipped (section 5.1.3, step 10).
    private static func algorithms(_ options: OptionsReader) throws(DeviceKeyError) -> [Int64] {
        var algorithms: [Int64] = []
        let parameters = try options.list("pubKeyCredParams")
        for parameter in parameters {
            guard try parameter.requiredText("type") == "public-key" else { continue }
            guard let number = parameter["alg"]?.number?.int64 else {
                throw parameter.invalid("alg", "must be an integer")
            }
            algorithms.append(number)
        }
        guard parameters.isEmpty || !algorithms.isEmpty else {
            throw DeviceKeyError(
                .notSupported,
                "no offered credential is of type public-key",
                field: "pubKeyCredParams"
            )
        }
        return algorithms
    }
}
