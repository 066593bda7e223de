public import ChaveJOSE
public import ChaveWire

/// A message of Open Finance Brasil as the payload of a JSON Web Signature.
///
/// The claims about the message are beside its members (Payments 5.0.0, section "Assinatura de payloads"):
///
///     {"aud", "iss", "jti", "iat", "data"?, "links"?, "meta"?, "errors"?}
public struct Envelope: Hashable, Sendable {
    /// `iss`: the id of the sending organisation in the directory.
    public var issuer: String
    /// `aud`: of a request the URL that it is sent to, of a response the id of the receiving organisation.
    public var audience: String
    /// `jti`: a UUID of version 4, another one for each message, also for a repeated request.
    public var tokenID: String
    /// `iat`: seconds since 1970.
    public var issuedAt: Int64
    /// The members beside the claims.
    public var body: JSONObject

    /// The names of the claims, which no body may have.
    static let claims = ["aud", "iss", "jti", "iat"]

    public init(issuer: String, audience: String, tokenID: String, issuedAt: Int64, body: JSONObject) {
        self.issuer = issuer
        self.audience = audience
        self.tokenID = tokenID
        self.issuedAt = issuedAt
        self.body = body
    }

    var payload: [UInt8] {
        var object = JSONObject()
        object["aud"] = .string(audience)
        object["iss"] = .string(issuer)
        object["jti"] = .string(tokenID)
        object["iat"] = JSONValue(issuedAt)
        for (name, value) in body.members where !Envelope.claims.contains(name) { object[name] = value }
        return JSONValue.object(object).encoded()
    }
}

/// The key by which an organisation signs its messages: PS256, named by the `kid` of its keystore.
public struct EnvelopeKey: Sendable {
    private let key: SigningKey

    /// `nil` for a key of another algorithm, or without a `kid`.
    public init?(_ key: SigningKey) {
        guard key.algorithm == .ps256, key.keyID?.isEmpty == false else { return nil }
        self.key = key
    }

    /// The `kid` of its messages.
    public var keyID: String { key.keyID ?? "" }

    /// The public half, which the keystore shows under the same `kid`.
    public var publicKey: VerificationKey { key.publicKey }

    /// The compact form, with `alg`, `kid` and `typ` in its header and nothing else.
    public func sign(_ envelope: Envelope) throws(SigningFault) -> String {
        try key.sign(envelope.payload, type: "JWT")
    }
}
