public import ChaveBase
public import ChaveWire

/// The client's answer to an authentication, before any verification.
public struct AuthenticationResponse: Sendable, Hashable {
    /// The credential's id as text, in base64url.
    public var id: String
    /// The credential's id, as bytes.
    public var rawID: [UInt8]
    /// The type; every value but `public-key` is refused.
    public var type: String
    /// The client data as received: the authenticator signed its hash.
    public var clientDataJSON: [UInt8]
    /// The authenticator data as received: the authenticator signed it.
    public var authenticatorData: [UInt8]
    /// The signature as received.
    public var signature: [UInt8]
    /// The user handle, if the authenticator gave one; an empty one counts as none.
    public var userHandle: [UInt8]?

    /// Creates an answer from the values of a browser or an app, decoded from base64url and not yet checked.
    public init(
        id: String,
        rawID: [UInt8],
        type: String,
        clientDataJSON: [UInt8],
        authenticatorData: [UInt8],
        signature: [UInt8],
        userHandle: [UInt8]?
    ) {
        self.id = id
        self.rawID = rawID
        self.type = type
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }

    /// Reads an `AuthenticationResponseJSON` (WebAuthn Level 3, section 5.1).
    public init(json: JSONValue) throws(WireError) {
        let reader = try ResponseReader(json)
        id = try reader.text("id")
        rawID = try reader.bytes("rawId")
        type = try reader.text("type")
        clientDataJSON = try reader.responseBytes("clientDataJSON")
        authenticatorData = try reader.responseBytes("authenticatorData")
        signature = try reader.responseBytes("signature")
        userHandle = try reader.optionalResponseBytes("userHandle")
    }
}
