/// Why a proof of possession does not hold, in the order in which it is looked at (RFC 9449, section 4.3).
public enum DPoPRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// There is none where one must be.
    case missing
    case moreThanOne = "more_than_one"
    case malformed
    case wrongType = "wrong_type"
    /// Anything but ES256.
    case wrongAlgorithm = "wrong_algorithm"
    /// `jwk` is absent, private, or no key for ES256.
    case badKey = "bad_key"
    case criticalHeader = "critical_header"
    case badSignature = "bad_signature"
    case malformedClaims = "malformed_claims"
    case wrongMethod = "wrong_method"
    case wrongAddress = "wrong_address"
    case tooOld = "too_old"
    case issuedInFuture = "issued_in_future"
    case wrongAccessToken = "wrong_access_token"
    /// The same `jti` by the same key was here before.
    case replayed

    var error: OAuthError { OAuthError(.invalidDPoPProof, "The DPoP proof does not hold: \(rawValue).") }
}
