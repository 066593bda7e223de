import ChaveBase
public import ChaveWire

/// What a relying party asks a new credential to be (WebAuthn Level 3, sections 5.4 and 5.1.8).
public struct CredentialCreationOptions: Sendable, Hashable {
    /// `rp.id`; without one the authenticator's own default counts.
    public var relyingPartyID: String?
    /// The relying party's name, for people.
    public var relyingPartyName: String
    /// `user.id`, 1 to 64 bytes.
    public var userID: [UInt8]
    /// The account's name, for people.
    public var userName: String
    /// The person's name, for people.
    public var userDisplayName: String
    /// To be signed; of any length.
    public var challenge: [UInt8]
    /// The COSE algorithms of `pubKeyCredParams`, the preferred first; empty stands for the standard's default.
    public var algorithms: [Int64]
    /// How long the ceremony may take; `nil` leaves it to the platform.
    public var timeoutMilliseconds: Int?
    /// Ids of which this device may hold none.
    public var excludedCredentials: [[UInt8]]
    /// `platform` or `cross-platform`; `nil` for either.
    public var authenticatorAttachment: String?
    /// `required`, `preferred` or `discouraged`; `nil` counts as `preferred`.
    public var userVerification: String?
    /// `residentKey`, or what `requireResidentKey` says where that is absent or unknown.
    public var residentKey: String?
    /// `none`, `indirect`, `direct` or `enterprise`; `nil` counts as `none`.
    public var attestation: String?
    /// As they came; of these only `credProps` is acted upon.
    public var extensions: JSONValue?

    /// Options by hand; ``init(json:)`` reads those of a relying party.
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

    /// Whether the relying party asks what became of the credential (`credProps`, section 10.1.3).
    public var requestsCredentialProperties: Bool { extensions?["credProps"] == true }

    /// Reads `PublicKeyCredentialCreationOptionsJSON`.
    ///
    /// `user.id` that is not base64url of 1 to 64 bytes counts as the bytes of its text. Texts that are only shown may be
    /// absent, members that nobody knows are ignored, and credentials of a type other than `public-key` are passed over,
    /// as the standard says. Everything else that is not as the standard says is `.invalidOptions`.
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

    /// An older relying party says `requireResidentKey`; a value that nobody knows counts as none (section 2.1.1).
    private static func residentKey(_ selection: OptionsReader?) throws(DeviceKeyError) -> String? {
        let text = try selection?.text("residentKey")
        let isRequired = try selection?.flag("requireResidentKey") ?? false
        if let text, !isRequired || ["required", "preferred", "discouraged"].contains(text) { return text }
        return isRequired ? "required" : nil
    }

    /// The offered algorithms; members of another type are passed over (section 5.1.3, step 10).
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
