import ChaveDeviceKeys
import ChaveWire

/// The credential that the device has made.
public struct PublicKeyCredential: Codable, Hashable, Sendable {
    /// Base64url.
    public var id: String
    /// The same as `id`.
    public var rawId: String
    public var type: String
    public var authenticatorAttachment: String?

    public init(id: String, rawId: String, type: String = "public-key", authenticatorAttachment: String? = "platform") {
        self.id = id
        self.rawId = rawId
        self.type = type
        self.authenticatorAttachment = authenticatorAttachment
    }
}

/// What the authenticator says about a credential that it has made; all base64url.
public struct AuthenticatorAttestationResponse: Codable, Hashable, Sendable {
    public var attestationObject: String
    public var clientDataJSON: String

    public init(attestationObject: String, clientDataJSON: String) {
        self.attestationObject = attestationObject
        self.clientDataJSON = clientDataJSON
    }
}

/// A new credential in one value, to be sent by the app's own server; all base64url.
public struct AttestationResponse: Codable, Hashable, Sendable {
    public var encodedId: String
    /// The same as `encodedId`.
    public var rawId: String
    public var encodedAttestationObject: String
    public var encodedClientDataJSON: String

    public init(
        encodedId: String,
        rawId: String,
        encodedAttestationObject: String,
        encodedClientDataJSON: String
    ) {
        self.encodedId = encodedId
        self.rawId = rawId
        self.encodedAttestationObject = encodedAttestationObject
        self.encodedClientDataJSON = encodedClientDataJSON
    }
}

extension PublicKeyCredential {
    init(_ created: CreatedCredential) {
        let id = Base64URL.encode(created.id)
        self.init(id: id, rawId: id, authenticatorAttachment: created.authenticatorAttachment)
    }
}

extension AuthenticatorAttestationResponse {
    init(_ created: CreatedCredential) {
        self.init(
            attestationObject: Base64URL.encode(created.attestationObject),
            clientDataJSON: Base64URL.encode(created.clientDataJSON)
        )
    }
}

extension CreatedCredential {
    /// The credential behind what the app hands back.
    init(
        id: String,
        attestationObject: String,
        clientDataJSON: String,
        attachment: String?
    ) throws(WireError) {
        self.init(
            id: try Base64URL.decode(id, field: "id"),
            attestationObject: try Base64URL.decode(attestationObject, field: "attestationObject"),
            clientDataJSON: try Base64URL.decode(clientDataJSON, field: "clientDataJSON"),
            authenticatorAttachment: attachment,
            transports: []
        )
    }
}
