import ChaveBase
public import ChaveWire

/// The result of a registration, to be sent to the relying party.
public struct CreatedCredential: Sendable, Hashable {
    /// The credential's id, as bytes.
    public var id: [UInt8]
    /// The attestation object in CBOR, as the authenticator made it.
    public var attestationObject: [UInt8]
    /// The client data, byte for byte as it was hashed.
    public var clientDataJSON: [UInt8]
    /// `platform` or `cross-platform`; `nil` when the authenticator did not say.
    public var authenticatorAttachment: String?
    /// The transports to the authenticator, such as `internal`; empty when they are unknown.
    public var transports: [String]
    /// The client's results for the requested extensions; they are not signed.
    public var clientExtensionResults: JSONObject

    /// Creates the result, for an implementation of an authenticator.
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
    /// Members that only repeat the content of the attestation object are left out: a relying party that used them
    /// would trust unsigned data.
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
