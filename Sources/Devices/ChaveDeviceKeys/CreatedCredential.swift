import ChaveBase
public import ChaveWire

/// What a registration gave, to be sent to the relying party.
public struct CreatedCredential: Sendable, Hashable {
    /// The credential's id, as bytes.
    public var id: [UInt8]
    /// CBOR, as the authenticator made it.
    public var attestationObject: [UInt8]
    /// The bytes that were hashed.
    public var clientDataJSON: [UInt8]
    /// `platform` or `cross-platform`; `nil` where the authenticator did not say.
    public var authenticatorAttachment: String?
    /// How the credential is reached, such as `internal`; empty where nobody says.
    public var transports: [String]
    /// What the client did about the extensions that were asked for; nobody signs it.
    public var clientExtensionResults: JSONObject

    /// For an authenticator of one's own.
    public init(
        id: [UInt8],
        attestationObject: [UInt8],
        clientDataJSON: [UInt8],
        authenticatorAttachment: String?,
        transports: [String],
        clientExtensionResults: JSONObject = JSONObject()
    ) {
        self.id = id
        self.attestationObject = attestationObject
        self.clientDataJSON = clientDataJSON
        self.authenticatorAttachment = authenticatorAttachment
        self.transports = transports
        self.clientExtensionResults = clientExtensionResults
    }

    /// The credential as `RegistrationResponseJSON` (WebAuthn Level 3, section 5.1).
    ///
    /// The members that only repeat what the attestation object holds are left out: a relying party that trusted them would
    /// trust what nobody signed.
    public var json: JSONValue {
        let id = JSONValue.string(Base64URL.encode(id))
        var response = JSONObject()
        response["clientDataJSON"] = .string(Base64URL.encode(clientDataJSON))
        response["attestationObject"] = .string(Base64URL.encode(attestationObject))
        response["transports"] = .array(transports.map(JSONValue.string))
        var object = JSONObject()
        object["id"] = id
        object["rawId"] = id
        object["type"] = "public-key"
        object["response"] = .object(response)
        object["authenticatorAttachment"] = authenticatorAttachment.map(JSONValue.string)
        object["clientExtensionResults"] = .object(clientExtensionResults)
        return .object(object)
    }
}
