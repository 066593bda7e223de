public import ChaveWire

/// The requirements of a verifier for a token (RFC 8725, section 3).
public struct JWTExpectation: Hashable, Sendable {
    /// The required `typ` of the header; `nil` requires nothing, which is right only where one key signs one kind of
    /// token.
    public var type: String?
    /// The required `iss`, compared byte for byte.
    public var issuer: String
    /// The name that must be among the token's audiences.
    public var audience: String
    /// Whether a token without `exp` is refused.
    public var requiresExpiry: Bool
    /// The tolerance for different clocks: 0 for our own tokens, 60 for tokens of other signers.
    public var leewaySeconds: Int64
    /// The maximum age since `iat`; when set, a token without `iat` is refused.
    public var maximumAgeSeconds: Int64?

    /// Creates an expectation; a `nil` requires nothing.
    public init(
        type: String?,
        issuer: String,
        audience: String,
        requiresExpiry: Bool = true,
        leewaySeconds: Int64,
        maximumAgeSeconds: Int64? = nil
    ) {
        self.type = type
        self.issuer = issuer
        self.audience = audience
        self.requiresExpiry = requiresExpiry
        self.leewaySeconds = leewaySeconds
        self.maximumAgeSeconds = maximumAgeSeconds
    }
}

/// A verified token: a key of the set signed it, and it meets the whole expectation.
///
/// Only `JWKSet.verify(_:expecting:now:)` creates this value.
public struct VerifiedJWT: Sendable {
    /// The protected header.
    public let header: JSONObject
    /// The claims of the token; every expected claim is checked.
    public let claims: JWTClaims
    /// The key that verified the signature.
    public let key: VerificationKey
}

extension JWKSet {
    /// Verifies a token (RFC 7519, section 7.2): signature, `typ`, claims, `iss`, `aud`, `exp`, `nbf`, `iat`, in this
    /// order.
    ///
    /// - Parameters:
    ///   - text: the compact form.
    ///   - expectation: the verifier's requirements.
    ///   - now: seconds since 1970. A token is expired from `exp` plus leeway on, this second included.
    /// - Returns: the header, the claims and the key that verified the signature.
    /// - Throws: the first `JWTRefusal` that applies.
    public func verify(
        _ text: String,
        expecting expectation: JWTExpectation,
        now: Int64
    ) throws(JWTRefusal) -> VerifiedJWT {
        let jws: VerifiedJWS
        do { jws = try verify(text) } catch { throw JWTRefusal(error) }
        try expectation.requireType(jws.header)
        let claims = try expectation.readClaims(jws.payload)
        try expectation.requireIssuer(claims)
        try expectation.requireAudience(claims)
        try expectation.requireNotExpired(claims, now: now)
        try expectation.requireAlreadyValid(claims, now: now)
        try expectation.requireIssuedInTime(claims, now: now)
        return VerifiedJWT(header: jws.header, claims: claims, key: jws.key)
    }
}

extension JWTExpectation {
    fileprivate func requireType(_ header: JSONObject) throws(JWTRefusal) {
        guard let type else { return }
        guard let claimed = header["typ"]?.string, MediaType.areEqual(claimed, type) else { throw .wrongType }
    }

    fileprivate func readClaims(_ payload: [UInt8]) throws(JWTRefusal) -> JWTClaims {
        guard let claims = JWTClaims(parsing: payload) else { throw .malformedClaims }
        guard claims.expiresAt != nil || !requiresExpiry else { throw .malformedClaims }
        guard claims.issuedAt != nil || maximumAgeSeconds == nil else { throw .malformedClaims }
        return claims
    }

    fileprivate func requireIssuer(_ claims: JWTClaims) throws(JWTRefusal) {
        guard let claimed = claims.issuer, isSame(claimed, issuer) else { throw .wrongIssuer }
    }

    fileprivate func requireAudience(_ claims: JWTClaims) throws(JWTRefusal) {
        guard claims.audiences.contains(where: { isSame($0, audience) }) else { throw .wrongAudience }
    }

    fileprivate func requireNotExpired(_ claims: JWTClaims, now: Int64) throws(JWTRefusal) {
        guard let expiresAt = claims.expiresAt else { return }
        guard now < expiresAt.clampedAdding(leewaySeconds) else { throw .expired }
    }

    fileprivate func requireAlreadyValid(_ claims: JWTClaims, now: Int64) throws(JWTRefusal) {
        guard let notBefore = claims.notBefore else { return }
        guard now.clampedAdding(leewaySeconds) >= notBefore else { throw .notYetValid }
    }

    fileprivate func requireIssuedInTime(_ claims: JWTClaims, now: Int64) throws(JWTRefusal) {
        guard let issuedAt = claims.issuedAt else { return }
        guard now.clampedAdding(leewaySeconds) >= issuedAt else { throw .issuedInFuture }
        guard let maximumAgeSeconds else { return }
        guard now <= issuedAt.clampedAdding(maximumAgeSeconds).clampedAdding(leewaySeconds) else { throw .tooOld }
    }
}

extension Int64 {
    /// The sum, or the nearest `Int64` when it overflows.
    fileprivate func clampedAdding(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other < 0 ? .min : .max) : sum
    }
}

/// The comparison of `typ` values (RFC 7515, section 4.1.9): ASCII case does not count, and `application/` is optional.
private enum MediaType {
    static func areEqual(_ one: String, _ other: String) -> Bool { canonical(one) == canonical(other) }

    private static func canonical(_ name: String) -> [UInt8] {
        let bytes = name.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        let prefix = Array("application/".utf8)
        guard bytes.starts(with: prefix), !bytes.dropFirst(prefix.count).contains(UInt8(ascii: "/")) else {
            return bytes
        }
        return Array(bytes.dropFirst(prefix.count))
    }
}
