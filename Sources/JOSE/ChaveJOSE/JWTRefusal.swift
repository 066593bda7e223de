/// The reason for refusing a token, in the order of the checks.
public enum JWTRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// The token is not a compact JSON Web Signature.
    case malformed
    /// The token requires a header extension (`crit`); this module supports none.
    case criticalHeader = "critical_header"
    /// The token names an unknown key, or names no key where the set does not have exactly one.
    case unknownKey = "unknown_key"
    /// The token's algorithm is not the key's algorithm.
    case algorithmMismatch = "algorithm_mismatch"
    /// The signature is not valid.
    case badSignature = "bad_signature"
    /// `typ` is not the expected type: the token is of another kind (RFC 8725, section 3.11).
    case wrongType = "wrong_type"
    /// The payload is not a JSON object, a registered claim does not have the type of RFC 7519, or a required claim is
    /// absent.
    case malformedClaims = "malformed_claims"
    /// `iss` is not the expected issuer (RFC 7519, section 4.1.1; RFC 8725, section 3.8).
    case wrongIssuer = "wrong_issuer"
    /// `aud` does not contain the expected audience (RFC 7519, section 4.1.3; RFC 8725, section 3.9).
    case wrongAudience = "wrong_audience"
    /// The time of `exp` has come (RFC 7519, section 4.1.4).
    case expired
    /// The time of `nbf` has not come yet (RFC 7519, section 4.1.5).
    case notYetValid = "not_yet_valid"
    /// `iat` is in the future (RFC 7519, section 4.1.6).
    case issuedInFuture = "issued_in_future"
    /// `iat` is longer ago than the verifier allows.
    case tooOld = "too_old"

    init(_ refusal: JWSRefusal) {
        self =
            switch refusal {
            case .malformed: .malformed
            case .criticalHeader: .criticalHeader
            case .unknownKey: .unknownKey
            case .algorithmMismatch: .algorithmMismatch
            case .badSignature: .badSignature
            }
    }
}
