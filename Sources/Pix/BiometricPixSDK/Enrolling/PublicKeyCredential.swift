import ChaveBase
import ChaveDeviceKeys

/// The credential that the device has made.
public struct PublicKeyCredential: Codable, Hashable, Sendable {
    /// The credential's id, base64url.
    public var id: String
    /// The same as `id`.
    public var rawId: String
    /// The type, `public-key`.
    public var type: String
    /// The attachment, `platform` or `cross-platform`; `nil` when the authenticator did not give it.
    public var authenticatorAttachment: String?

    /// A credential by its id, base64url; `id` and `rawId` are the same text.
    public init(id: String, rawId: String, type: String = "public-key", authenticatorAttachment: String? = "platform") {
        self.id = id
        self.rawId = rawId
        self.type = type
        self.authenticatorAttachment = authenticatorAttachment
    }
}

/// The authenticator's output for a new credential; all texts are base64url.
public struct AuthenticatorAttestationResponse: Codable, Hashable, Sendable {
    /// The attestation object, CBOR, as base64url without padding.
    public var attestationObject: String
    /// The client data as base64url without padding.
    public var clientDataJSON: String

    /// An output; both texts are base64url without padding.
    public init(attestationObject: String, clientDataJSON: String) {
        self.attestationObject = attestationObject
        self.clientDataJSON = clientDataJSON
    }
}

/// A new credential in one value, for the app's own server to send; all texts are base64url.
public struct AttestationResponse: Codable, Hashable, Sendable {
    /// The credential's id, base64url; `rawId` is the same text.
    public var encodedId: String
    /// The same as `encodedId`.
    public var rawId: String
    /// The attestation object, CBOR, as base64url without padding.
    public var encodedAttestationObject: String
    /// The client data as base64url without padding.
    public var encodedClientDataJSON: String

    /// A credential; all texts are base64url without padding, and the call that uses the value refuses other texts.
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
    /// The credential in the app's texts.
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
