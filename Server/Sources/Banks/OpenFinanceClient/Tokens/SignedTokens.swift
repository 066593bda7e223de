import ChaveBase
import ChaveJOSE
import ChaveWire
import InstitutionPort
import OpenFinanceWire

/// The tokens that the platform signs for an authorization server.
///
/// `aud` is the issuer alone: another audience would let one bank use our token at another.
struct SignedTokens {
    let clientID: String
    let issuer: String
    let key: SigningKey
    let now: Timestamp
    let randomBytes: @Sendable (Int) -> [UInt8]

    private static let assertionSeconds: Int64 = 60
    private static let requestSeconds: Int64 = 300

    static let assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

    /// A client assertion (`private_key_jwt`; OpenID Connect Core 1.0, section 9).
    func assertion() throws(SigningFault) -> String {
        var claims = common(lifeSeconds: SignedTokens.assertionSeconds)
        claims["sub"] = .string(clientID)
        return try key.sign(JSONValue.object(claims).encoded(), type: "JWT")
    }

    /// A request object with all parameters inside (RFC 9101; FAPI 1.0 Advanced Final, section 5.2.3).
    func request(_ pushed: PushedAuthorization, scopes: [String]) throws(SigningFault) -> String {
        var claims = common(lifeSeconds: SignedTokens.requestSeconds)
        claims["nbf"] = claims["iat"]
        claims["client_id"] = .string(clientID)
        claims["response_type"] = "code id_token"
        claims["response_mode"] = "fragment"
        claims["redirect_uri"] = .string(pushed.redirectURI)
        let all = ["openid", "enrollment:\(pushed.enrollmentID)"] + scopes
        claims["scope"] = .string(all.joined(separator: " "))
        claims["state"] = .string(pushed.state)
        claims["nonce"] = .string(pushed.nonce)
        claims["code_challenge"] = .string(pushed.codeChallenge)
        claims["code_challenge_method"] = "S256"
        claims["claims"] = ["id_token": ["acr": ["essential": true]]]
        return try key.sign(JSONValue.object(claims).encoded(), type: "JWT")
    }

    private func common(lifeSeconds: Int64) -> JSONObject {
        var claims = JSONObject()
        claims["iss"] = .string(clientID)
        claims["aud"] = .string(issuer)
        claims["jti"] = .string(TokenUUID.random(randomBytes))
        claims["iat"] = JSONValue(now.seconds)
        claims["exp"] = JSONValue(now.seconds + lifeSeconds)
        return claims
    }
}
