public import ChaveBase
public import ChaveWire

/// The client's answer to a registration, before any verification.
public struct RegistrationResponse: Sendable, Hashable {
    /// The credential's id as text, in base64url.
    public var id: String
    /// The credential's id, as bytes.
    public var rawID: [UInt8]
    /// The type; every value but `public-key` is refused.
    public var type: String
    /// The client data as received: an attestation may sign its hash.
    public var clientDataJSON: [UInt8]
    /// The attestation object as received.
    public var attestationObject: [UInt8]

    /// Creates an answer from the values of a browser or an app, decoded from base64url and not yet checked.
    public init(id: String, rawID: [UInt8], type: String, clientDataJSON: [UInt8], attestationObject: [UInt8]) {
        self.id = id
        self.rawID = rawID
        self.type = type
        self.clientDataJSON = clientDataJSON
        self.attestationObject = attestationObject
    }

    /// Reads a `RegistrationResponseJSON` (WebAuthn Level 3, section 5.1).
    public init(json: JSONValue) throws(WireError) {
        let reader = try ResponseReader(json)
        id = try reader.text("id")
        rawID = try reader.bytes("rawId")
        type = try reader.text("type")
        clientDataJSON = try reader.responseBytes("clientDataJSON")
        attestationObject = try reader.responseBytes("attestationObject")
    }
}
