public import ChaveBase
public import ChaveWire

/// The assertion with which a device approves a payment (WebAuthn Level 3, `AuthenticationResponseJSON`).
public struct AssertionCredential: APIRequest, Redacted {
    /// The credential id.
    public var rawID: [UInt8]
    /// `platform` or `cross-platform`.
    public var authenticatorAttachment: String?
    /// The authenticator data, which the device signed.
    public var authenticatorData: [UInt8]
    /// The client data as it came; its hash is part of the signed bytes.
    public var clientDataJSON: [UInt8]
    /// The signature over the authenticator data and the hash of the client data.
    public var signature: [UInt8]
    /// The user handle; `nil` when the authenticator gave none, which JSON writes as `""`.
    public var userHandle: [UInt8]?
    /// The client's extension results, which no signature covers.
    public var clientExtensionResults: JSONObject?

    /// An assertion from an authenticator's output, in bytes.
    public init(
        rawID: [UInt8],
        authenticatorAttachment: String?,
        authenticatorData: [UInt8],
        clientDataJSON: [UInt8],
        signature: [UInt8],
        userHandle: [UInt8]?,
        clientExtensionResults: JSONObject? = nil
    ) {
        self.rawID = rawID
        self.authenticatorAttachment = authenticatorAttachment
        self.authenticatorData = authenticatorData
        self.clientDataJSON = clientDataJSON
        self.signature = signature
        self.userHandle = userHandle.flatMap { $0.isEmpty ? nil : $0 }
        self.clientExtensionResults = clientExtensionResults
    }

    /// The credential id as base64url text, for both `id` and `rawId`.
    public var id: String { Base64URL.encode(rawID) }

    public static let schema = Schema(
        "AssertionCredential",
        "What the device signed.",
        CredentialFields.leading + [
            Field("response", .object(responseSchema), .required, "What the authenticator made."),
            CredentialFields.extensionResults,
        ]
    )

    private static let responseSchema = Schema(
        "AssertionResponse",
        "What the authenticator made.",
        [
            Field("authenticatorData", .bytes(37...4_096), .required, "The authenticator data that was signed."),
            CredentialFields.clientData,
            Field("signature", .bytes(1...1_024), .required, "The signature over both."),
            Field("userHandle", .bytes(0...64), .optional, "The user handle; empty when the authenticator has none."),
        ]
    )

    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        try AssertionCredential.schema.check(json, in: context)
        try self.init(checked: FieldReader(json))
    }

    init(checked reader: FieldReader) throws(FieldErrors) {
        let response = try reader.readObject("response")
        let userHandle: Base64Text? = response.find("userHandle")
        self.init(
            rawID: try reader.bytes("rawId"),
            authenticatorAttachment: reader.find("authenticatorAttachment"),
            authenticatorData: try response.bytes("authenticatorData"),
            clientDataJSON: try response.bytes("clientDataJSON"),
            signature: try response.bytes("signature"),
            userHandle: userHandle?.bytes,
            clientExtensionResults: reader.findObject("clientExtensionResults")?.object
        )
    }

    public var json: JSONValue {
        var object = CredentialFields.leadingMembers(rawID, authenticatorAttachment)
        object["response"] = [
            "authenticatorData": Base64Text(authenticatorData).scalar,
            "clientDataJSON": Base64Text(clientDataJSON).scalar,
            "signature": Base64Text(signature).scalar,
            "userHandle": Base64Text(userHandle ?? []).scalar,
        ]
        object["clientExtensionResults"] = clientExtensionResults.map(JSONValue.object)
        return .object(object)
    }
}
