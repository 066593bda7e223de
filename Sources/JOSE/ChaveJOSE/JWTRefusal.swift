/// Why a token does not count, in the order in which it is looked at.
public enum JWTRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// It is no compact JWS whose payload is a JSON object.
    case malformed
    /// It demands an extension that nobody here understands.
    case criticalHeader = "critical_header"
    /// It names a key that is not known, or none where several are.
    case unknownKey = "unknown_key"
    /// Its algorithm is not the key's.
    case algorithmMismatch = "algorithm_mismatch"
    /// The signature does not hold.
    case badSignature = "bad_signature"
    /// `typ` is not the expected one: a token of another kind (RFC 8725, section 3.11).
    case wrongType = "wrong_type"
    /// The payload is no JSON object, a registered claim is not what RFC 7519 says it is, or a required one is absent.
    case malformedClaims = "malformed_claims"
    /// `iss` (RFC 7519, section 4.1.1; RFC 8725, section 3.8).
    case wrongIssuer = "wrong_issuer"
    /// `aud` (RFC 7519, section 4.1.3; RFC 8725, section 3.9).
    case wrongAudience = "wrong_audience"
    /// `exp` (RFC 7519, section 4.1.4).
    case expired
    /// `nbf` (RFC 7519, section 4.1.5).
    case notYetValid = "not_yet_valid"
    /// `iat` lies in the future (RFC 7519, section 4.1.6).
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
