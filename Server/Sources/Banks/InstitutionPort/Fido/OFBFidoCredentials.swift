import ChaveBase
public import ChaveWire

/// Body of `fido-registration`, answered 204.
public struct OFBFidoRegistration: InstitutionMessage {
    public var id: [UInt8]
    public var clientDataJSON: [UInt8]
    public var attestationObject: [UInt8]
    public var authenticatorAttachment: String?

    public init(
        id: [UInt8],
        clientDataJSON: [UInt8],
        attestationObject: [UInt8],
        authenticatorAttachment: String?
    ) {
        self.id = id
        self.clientDataJSON = clientDataJSON
        self.attestationObject = attestationObject
        self.authenticatorAttachment = authenticatorAttachment
    }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let data = try MessageReader(data: json)
        id = try data.credentialID()
        let response = try data.object("response")
        clientDataJSON = try response.bytes("clientDataJSON")
        attestationObject = try response.bytes("attestationObject")
        authenticatorAttachment = try data.optionalString("authenticatorAttachment", limit: 32)
    }

    public var json: JSONValue {
        var data = MessageWriter()
        data.set("id", id)
        data.set("rawId", id)
        data["response"] = [
            "clientDataJSON": .string(Base64URL.encode(clientDataJSON)),
            "attestationObject": .string(Base64URL.encode(attestationObject)),
        ]
        data.set("authenticatorAttachment", authenticatorAttachment)
        data.set("type", "public-key")
        return data.envelope
    }
}

/// The assertion in the body of `authorise`.
public struct OFBFidoAssertion: Hashable, Sendable {
    public var id: [UInt8]
    public var clientDataJSON: [UInt8]
    public var authenticatorData: [UInt8]
    public var signature: [UInt8]
    /// Empty when the authenticator returned none; the message then has an empty string.
    public var userHandle: [UInt8]

    public init(
        id: [UInt8],
        clientDataJSON: [UInt8],
        authenticatorData: [UInt8],
        signature: [UInt8],
        userHandle: [UInt8]
    ) {
        self.id = id
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }

    init(_ reader: MessageReader) throws(InstitutionMessageError) {
        id = try reader.credentialID()
        let response = try reader.object("response")
        clientDataJSON = try response.bytes("clientDataJSON")
        authenticatorData = try response.bytes("authenticatorData")
        signature = try response.bytes("signature")
        userHandle = try response.bytes("userHandle")
    }

    var json: JSONValue {
        [
            "id": .string(Base64URL.encode(id)),
            "rawId": .string(Base64URL.encode(id)),
            "type": "public-key",
            "response": [
                "clientDataJSON": .string(Base64URL.encode(clientDataJSON)),
                "authenticatorData": .string(Base64URL.encode(authenticatorData)),
                "signature": .string(Base64URL.encode(signature)),
                "userHandle": .string(Base64URL.encode(userHandle)),
            ],
        ]
    }
}

extension MessageReader {
    /// Reads `id` and `rawId`, which must be the same text, and `type`, which must be `public-key` if present.
    fileprivate func credentialID() throws(InstitutionMessageError) -> [UInt8] {
        let id = try bytes("id")
        guard !id.isEmpty, id.count <= 1_023 else { throw invalid("id") }
        guard try bytes("rawId") == id else { throw invalid("rawId") }
        if let type = try optionalString("type", limit: 32), type != "public-key" { throw invalid("type") }
        return id
    }
}
