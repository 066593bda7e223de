import SignInModel

/// The reason why a proof of possession is refused, in the order of the checks (RFC 9449, section 4.3).
public enum DPoPRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// The request needs a proof and has none.
    case missing
    case moreThanOne = "more_than_one"
    case malformed
    case wrongType = "wrong_type"
    /// The algorithm is not ES256.
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
    /// The key has used the same `jti` before.
    case replayed

    var error: OAuthError { OAuthError(.invalidDPoPProof, "The DPoP proof does not hold: \(rawValue).") }
}
