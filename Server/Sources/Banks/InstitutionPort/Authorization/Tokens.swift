public import ChaveWire

/// Exchanges the code of the redirect for the tokens of one enrollment.
///
/// The code works once: a lost answer also loses the code.
public struct CodeExchange: InstitutionMessage {
    public var code: String
    public var redirectURI: String
    public var codeVerifier: String
    public var clientID: String

    public init(code: String, redirectURI: String, codeVerifier: String, clientID: String) {
        self.code = code
        self.redirectURI = redirectURI
        self.codeVerifier = codeVerifier
        self.clientID = clientID
    }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let request = try MessageReader(json)
        guard try request.string("grant_type") == "authorization_code" else { throw request.invalid("grant_type") }
        code = try request.string("code", limit: 512)
        redirectURI = try request.string("redirect_uri")
        codeVerifier = try request.string("code_verifier", limit: 128)
        clientID = try request.string("client_id", limit: 256)
    }

    public var json: JSONValue {
        [
            "grant_type": "authorization_code",
            "code": .string(code),
            "redirect_uri": .string(redirectURI),
            "code_verifier": .string(codeVerifier),
            "client_id": .string(clientID),
        ]
    }
}

/// Asks for a new access token; the refresh token stays as it is.
public struct TokenRefresh: InstitutionMessage {
    public var refreshToken: String
    public var clientID: String

    public init(refreshToken: String, clientID: String) {
        self.refreshToken = refreshToken
        self.clientID = clientID
    }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let request = try MessageReader(json)
        guard try request.string("grant_type") == "refresh_token" else { throw request.invalid("grant_type") }
        refreshToken = try request.string("refresh_token", limit: 512)
        clientID = try request.string("client_id", limit: 256)
    }

    public var json: JSONValue {
        [
            "grant_type": "refresh_token",
            "refresh_token": .string(refreshToken),
            "client_id": .string(clientID),
        ]
    }
}

/// The tokens of one enrollment.
public struct TokenAnswer: InstitutionMessage {
    public var accessToken: String
    public var refreshToken: String
    public var expiresInSeconds: Int
    /// The signed identity token; `nil` in an answer to a refresh.
    public var idToken: String?

    public init(accessToken: String, refreshToken: String, expiresInSeconds: Int, idToken: String? = nil) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresInSeconds = expiresInSeconds
        self.idToken = idToken
    }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let answer = try MessageReader(json)
        accessToken = try answer.string("access_token")
        refreshToken = try answer.string("refresh_token")
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
