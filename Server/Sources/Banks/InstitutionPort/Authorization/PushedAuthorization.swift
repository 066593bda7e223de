public import ChaveWire

/// The pushed authorization request that starts the holder's approval (RFC 9126, FAPI hybrid flow).
public struct PushedAuthorization: InstitutionMessage {
    public var enrollmentID: String
    public var redirectURI: String
    public var state: String
    public var nonce: String
    /// S256 of the code verifier (RFC 7636).
    public var codeChallenge: String
    /// The client id at this bank; `nil` where the caller is known without it.
    public var clientID: String?

    public init(
        enrollmentID: String,
        redirectURI: String,
        state: String,
        nonce: String,
        codeChallenge: String,
        clientID: String? = nil
    ) {
        self.enrollmentID = enrollmentID
        self.redirectURI = redirectURI
        self.state = state
        self.nonce = nonce
        self.codeChallenge = codeChallenge
        self.clientID = clientID
    }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let request = try MessageReader(json)
        clientID = try request.optionalString("client_id", limit: 256)
        redirectURI = try request.string("redirect_uri")
        state = try request.has("state") ? request.text("state", limit: 2_048) : ""
        nonce = try request.string("nonce", limit: 2_048)
        codeChallenge = try request.string("code_challenge", limit: 128)
        guard try request.string("response_type") == "code id_token" else { throw request.invalid("response_type") }
        guard try request.string("code_challenge_method") == "S256" else {
            throw request.invalid("code_challenge_method")
        }
        let prefix = "enrollment:"
        let scope = try request.string("scope").split(separator: " ")
        guard let enrollment = scope.first(where: { $0.hasPrefix(prefix) })?.dropFirst(prefix.count),
            !enrollment.isEmpty
        else { throw request.invalid("scope") }
        enrollmentID = String(enrollment)
    }

    public var json: JSONValue {
        var request = MessageWriter()
        request.set("client_id", clientID)
        request.set("response_type", "code id_token")
        request.set("scope", "openid payments enrollment:\(enrollmentID)")
        request.set("redirect_uri", redirectURI)
        request.set("state", state)
        request.set("nonce", nonce)
        request.set("code_challenge", codeChallenge)
        request.set("code_challenge_method", "S256")
        return .object(request.object)
    }
}

/// The address to which the platform sends the holder.
public struct PushedAuthorizationAnswer: InstitutionMessage {
    public var redirectURL: String
    public var expiresInSeconds: Int

    public init(redirectURL: String, expiresInSeconds: Int) {
        self.redirectURL = redirectURL
        self.expiresInSeconds = expiresInSeconds
    }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let answer = try MessageReader(json)
        redirectURL = try answer.string("redirect_url")
        expiresInSeconds = try answer.integer("expires_in")
    }

    public var json: JSONValue { ["redirect_url": .string(redirectURL), "expires_in": JSONValue(expiresInSeconds)] }
}
