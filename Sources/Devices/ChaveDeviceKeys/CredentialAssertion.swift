import ChaveBase
public import ChaveWire

/// The result of an authentication, to be sent to the relying party.
public struct CredentialAssertion: Sendable, Hashable {
    /// The id of the credential that signed, as bytes.
    public var id: [UInt8]
    /// The authenticator data: the authenticator's signed statement.
    public var authenticatorData: [UInt8]
    /// The client data, byte for byte as it was hashed.
    public var clientDataJSON: [UInt8]
    /// The signature over the authenticator data and the hash of the client data.
    public var signature: [UInt8]
    /// The account's handle; `nil` when the authenticator gave none.
    public var userHandle: [UInt8]?
    /// `platform` or `cross-platform`; `nil` when the authenticator did not say.
    public var authenticatorAttachment: String?

    /// Creates the result, for an implementation of an authenticator.
    public init(
        id: [UInt8],
        authenticatorData: [UInt8],
        clientDataJSON: [UInt8],
        signature: [UInt8],
        userHandle: [UInt8]?,
        authenticatorAttachment: String?
    ) {
        self.id = id
        self.authenticatorData = authenticatorData
        self.clientDataJSON = clientDataJSON
        self.signature = signature
        self.userHandle = userHandle
        self.authenticatorAttachment = authenticatorAttachment
    }

    /// The assertion as `AuthenticationResponseJSON` (WebAuthn Level 3, section 5.1).
    ///
    /// An absent user handle becomes an empty text, never `null`: Open Finance's banks require the member.
    public var json: JSONValue {
        let id = JSONValue.string(Base64URL.encode(id))
        var response = JSONObject()
        response["clientDataJSON"] = .string(Base64URL.encode(clientDataJSON))
        response["authenticatorData"] = .string(Base64URL.encode(authenticatorData))
        response["signature"] = .string(Base64URL.encode(signature))
        response["userHandle"] = .string(Base64URL.encode(userHandle ?? []))
        var object = JSONObject()
        object["id"] = id
        object["rawId"] = id
        object["type"] = "public-key"
        object["response"] = .object(response)
        object["authenticatorAttachment"] = authenticatorAttachment.map(JSONValue.string)
        object["clientExtensionResults"] = .object(JSONObject())
        return .object(object)
    }
}
