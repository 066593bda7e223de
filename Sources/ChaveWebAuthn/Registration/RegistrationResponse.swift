public import ChaveWire

/// The client's answer to a registration, nothing of it verified yet.
public struct RegistrationResponse: Sendable, Hashable {
    /// The credential's id as text, in base64url.
    public var id: String
    public var rawID: [UInt8]
    public var type: String
    public var clientDataJSON: [UInt8]
    public var attestationObject: [UInt8]

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
