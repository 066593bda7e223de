public import ChaveBase
public import ChaveWire

/// The answer of `/v2/token` (RFC 6749, section 5.1); sent with `Cache-Control: no-store`.
public struct TokenAnswer: Hashable, Sendable, Redacted {
    public var accessToken: String
    /// `Bearer` or `DPoP`.
    public var tokenType: String
    public var expiresIn: Int64
    public var scope: String
    public var refreshToken: String?
    public var idToken: String?

    public var json: JSONValue {
        var object = JSONObject()
        object.set("access_token", accessToken)
        object.set("token_type", tokenType)
        object.set("expires_in", expiresIn)
        object.set("scope", scope)
        object.set("refresh_token", refreshToken)
        object.set("id_token", idToken)
        return .object(object)
    }

    package init(
        accessToken: String,
        tokenType: String,
        expiresIn: Int64,
        scope: String,
        refreshToken: String?,
        idToken: String?
    ) {
        self.accessToken = accessToken
        self.tokenType = tokenType
        self.expiresIn = expiresIn
        self.scope = scope
        self.refreshToken = refreshToken
        self.idToken = idToken
    }

    package init(_ reader: ContentReader) throws(SignInFault) {
        accessToken = try reader.text("access_token")
        tokenType = try reader.text("token_type")
        expiresIn = try reader.integer("expires_in")
        scope = try reader.text("scope")
        refreshToken = try reader.optionalText("refresh_token")
        idToken = try reader.optionalText("id_token")
    }
}
