import ChaveBase
public import ChaveJOSE
import ChavePixModel
import ChaveWire
import PaymentsModel

/// Widget tokens, which a merchant's server gives to its app (Payments API, section 2).
public struct AccessTokens: Sendable {
    private let ring: TokenKeyRing
    private let verified = VerifiedTokens()
    private let baseURL: String
    private let accessSeconds: Int64

    /// How long all tokens of one Basic call live.
    static let familySeconds: Int64 = 24 * 60 * 60
    /// How long the same device may repeat a refresh whose response was lost.
    static let graceSeconds: Int64 = 30
    private static let accessType = "at+jwt"
    private static let refreshType = "rt+jwt"

    /// Creates the tokens' keys: `key` is for ES256, has a key id and is not shared with sign-in.
    ///
    /// The `olderKeys` no longer sign, but their tokens remain valid.
    public init(key: SigningKey, olderKeys: [VerificationKey] = [], policy: PaymentsPolicy) throws(JOSEKeyError) {
        ring = try TokenKeyRing(key: key, olderKeys: olderKeys)
        baseURL = policy.baseURL
        accessSeconds = policy.accessTokenSeconds
    }

    /// Replaces the keys: from now on `key` signs, and tokens of `olderKeys` remain valid; every copy of this value
    /// sees it.
    public func replaceKeys(key: SigningKey, olderKeys: [VerificationKey]) throws(JOSEKeyError) {
        try ring.replace(key: key, olderKeys: olderKeys)
        verified.forgetAll()
    }

    /// The claims of one of our tokens.
    struct Claims: Sendable {
        var family: String
        var organisation: OrganisationID
        var apiKey: APIKeyID
        var customer: CustomerID?
        var tokenID: String
    }

    func pair(of family: TokenFamily, at now: Timestamp) throws(APIFailure) -> TokenPair {
        let accessEnd = min(now.seconds + accessSeconds, family.expiresAt.seconds)
        return TokenPair(
            access: try token(
                family,
                id: family.current.accessID,
                type: AccessTokens.accessType,
                now: now,
                until: accessEnd
            ),
            refresh: try token(
                family,
                id: family.current.refreshID,
                type: AccessTokens.refreshType,
                now: now,
                until: family.expiresAt.seconds
            )
        )
    }

    func verifyAccess(_ token: String, at now: Timestamp) throws(APIFailure) -> Claims {
        if let known = verified.claims(of: token, at: now.seconds) { return known }
        let round = verified.round
        let (claims, seconds) = try verify(token, type: AccessTokens.accessType, at: now)
        verified.remember(.init(claims: claims, seconds: seconds), of: token, since: round)
        return claims
    }

    func verifyRefresh(_ token: String, at now: Timestamp) throws(APIFailure) -> Claims {
        try verify(token, type: AccessTokens.refreshType, at: now).claims
    }

    private func token(
        _ family: TokenFamily,
        id: String,
        type: String,
        now: Timestamp,
        until end: Int64
    ) throws(APIFailure) -> String {
        var claims: JSONValue = [
            "iss": .string(baseURL), "aud": .string(baseURL), "sub": .string(family.organisation.text),
            "iat": JSONValue(now.seconds), "exp": JSONValue(end), "jti": .string(id),
            "token_type": .string(type == AccessTokens.accessType ? "access" : "refresh"),
            "scopes": ["read_institutions", "write_enrollments", "write_payment_intents"],
            "family": .string(family.id), "key": .string(family.apiKey.text),
        ]
        if let customer = family.customer, var object = claims.object {
            object["customer"] = .string(customer.text)
            claims = .object(object)
        }
        do throws(SigningFault) {
            return try ring.current.key.sign(claims.encoded(), type: type)
        } catch {
            throw .unexpected
        }
    }

    /// The claims of a token, and the seconds in which it may be used.
    private func verify(
        _ token: String,
        type: String,
        at now: Timestamp
    ) throws(APIFailure) -> (claims: Claims, seconds: Range<Int64>) {
        let expectation = JWTExpectation(type: type, issuer: baseURL, audience: baseURL, leewaySeconds: 0)
        let verified: VerifiedJWT
        do throws(JWTRefusal) {
            verified = try ring.current.all.verify(token, expecting: expectation, now: now.seconds)
        } catch {
            throw .tokenNotValid
        }
        guard let family = verified.claims["family"]?.string,
            let organisation = verified.claims.subject.flatMap(OrganisationID.init),
            let apiKey = verified.claims["key"]?.string.flatMap(APIKeyID.init), let tokenID = verified.claims.tokenID
        else { throw .tokenNotValid }
        let customer = verified.claims["customer"]?.string.flatMap(CustomerID.init)
        let claims = Claims(
            family: family,
            organisation: organisation,
            apiKey: apiKey,
            customer: customer,
            tokenID: tokenID
        )
        return (claims, verified.claims.secondsOfUse)
    }
}

extension JWTClaims {
    /// The seconds in which a verifier without leeway accepts the token.
    fileprivate var secondsOfUse: Range<Int64> {
        let first = max(issuedAt ?? .min, notBefore ?? .min)
        return first..<max(first, expiresAt ?? first)
    }
}
