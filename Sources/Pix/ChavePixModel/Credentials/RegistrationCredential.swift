public import ChaveBase
public import ChaveWire

/// A new credential from the browser or the SDK (WebAuthn Level 3, `RegistrationResponseJSON`).
public struct RegistrationCredential: APIRequest, Redacted {
    /// The credential id.
    public var rawID: [UInt8]
    /// `platform` or `cross-platform`.
    public var authenticatorAttachment: String?
    /// The attestation object, CBOR, as it came.
    public var attestationObject: [UInt8]
    /// The client data as it came.
    public var clientDataJSON: [UInt8]
    /// The client's extension results, which no signature covers.
    public var clientExtensionResults: JSONObject?

    /// A credential from an authenticator's output, in bytes.
    public init(
        rawID: [UInt8],
        authenticatorAttachment: String?,
        attestationObject: [UInt8],
        clientDataJSON: [UInt8],
        clientExtensionResults: JSONObject? = nil
    ) {
        self.rawID = rawID
        self.authenticatorAttachment = authenticatorAttachment
        self.attestationObject = attestationObject
        self.clientDataJSON = clientDataJSON
        self.clientExtensionResults = clientExtensionResults
    }

    /// The credential id as base64url text, for both `id` and `rawId`.
    public var id: String { Base64URL.encode(rawID) }

    public static let schema = Schema(
        "RegistrationCredential",
        "A new credential.",
        CredentialFields.leading + [
            Field("response", .object(responseSchema), .required, "What the authenticator made."),
            CredentialFields.extensionResults,
        ]
    )

    private static let responseSchema = Schema(
        "AttestationResponse",
        "What the authenticator made.",
        [
            Field("attestationObject", .bytes(1...32_768), .required, "The attestation object."),
            CredentialFields.clientData,
        ]
    )

    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        try RegistrationCredential.schema.check(json, in: context)
        try self.init(checked: FieldReader(json))
    }

    init(checked reader: FieldReader) throws(FieldErrors) {
        let response = try reader.readObject("response")
        rawID = try reader.bytes("rawId")
        authenticatorAttachment = reader.find("authenticatorAttachment")
        attestationObject = try response.bytes("attestationObject")
        clientDataJSON = try response.bytes("clientDataJSON")
        clientExtensionResults = reader.findObject("clientExtensionResults")?.object
    }

    public var json: JSONValue {
        var object = CredentialFields.leadingMembers(rawID, authenticatorAttachment)
        object["response"] = [
            "attestationObject": Base64Text(attestationObject).scalar,
            "clientDataJSON": Base64Text(clientDataJSON).scalar,
        ]
        object["clientExtensionResults"] = clientExtensionResults.map(JSONValue.object)
        return .object(object)
    }
}
