public import ChaveWire

/// Exchanges the code of the redirect for the tokens of one enrollment.
///
/// The code works once: a lost answer also loses the code.
public struct CodeExchange: InstitutionMessage {
    public var code: String
    public var redirectURI: String
    public var codeVerifier: String
    /// The client id at this bank; `nil` where the caller is known without it.
    public var clientID: String?

    public init(code: String, redirectURI: String, codeVerifier: String, clientID: String? = nil) {
        self.code = code
        self.redirectURI = redirectURI
        self.codeVerifier = codeVerifier
        self.clientID = clientID
    }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let request = try MessageReader(json)
        guard try request.string("grant_type") == "authorization_code" else { throw request.invalid("grant_type") }
        code = try request.string("code", limit: 4_096)
        redirectURI = try request.string("redirect_uri")
        codeVerifier = try request.string("code_verifier", limit: 128)
        clientID = try request.optionalString("client_id", limit: 256)
    }

    public var json: JSONValue {
        var request = MessageWriter()
        request.set("grant_type", "authorization_code")
        request.set("code", code)
        request.set("redirect_uri", redirectURI)
        request.set("code_verifier", codeVerifier)
        request.set("client_id", clientID)
        return .object(request.object)
    }
}

/// Asks for a new access token; the refresh token stays as it is.
public struct TokenRefresh: InstitutionMessage {
    public var refreshToken: String
    /// The client id at this bank; `nil` where the caller is known without it.
    public var clientID: String?

    public init(refreshToken: String, clientID: String? = nil) {
        self.refreshToken = refreshToken
        self.clientID = clientID
    }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let request = try MessageReader(json)
        guard try request.string("grant_type") == "refresh_token" else { throw request.invalid("grant_type") }
        refreshToken = try request.string("refresh_token", limit: 2_048)
        clientID = try request.optionalString("client_id", limit: 256)
    }

    public var json: JSONValue {
        var request = MessageWriter()
        request.set("grant_type", "refresh_token")
        request.set("refresh_token", refreshToken)
        request.set("client_id", clientID)
        return .object(request.object)
    }
}

/// The tokens of one enrollment.
public struct TokenAnswer: InstitutionMessage {
    public var accessToken: String
    /// Lives as long as the enrollment; `nil` where an answer to a refresh leaves the old one in force.
    public var refreshToken: String?
    public var expiresInSeconds: Int
    /// The signed identity token; `nil` in an answer to a refresh.
    public var idToken: String?

    public init(accessToken: String, refreshToken: String?, expiresInSeconds: Int, idToken: String? = nil) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresInSeconds = expiresInSeconds
        self.idToken = idToken
    }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let answer = try MessageReader(json)
        accessToken = try answer.string("access_token")
        refreshToken = try answer.optionalString("refresh_token")
        expiresInSeconds = try answer.integer("expires_in")
        idToken = try answer.optionalString("id_token", limit: 16_384)
    }

    public var json: JSONValue {
        var answer = MessageWriter()
        answer.set("access_token", accessToken)
        answer.set("token_type", "Bearer")
        answer.set("refresh_token", refreshToken)
        answer["expires_in"] = JSONValue(expiresInSeconds)
        answer.set("id_token", idToken)
        return .object(answer.object)
    }
}
