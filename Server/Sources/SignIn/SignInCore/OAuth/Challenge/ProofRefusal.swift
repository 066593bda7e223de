import SignInModel

/// The reason why a proof of a key is refused, in the order of the checks.
public enum ProofRefusal: String, Error, Hashable, Sendable, CaseIterable {
    case malformed
    /// The header has `crit`, or a member that brings or names another key: `jku`, `jwk`, `x5u`, `kid`, `x5t`.
    case forbiddenHeader = "forbidden_header"
    case wrongType = "wrong_type"
    /// The algorithm is not ES256.
    case wrongAlgorithm = "wrong_algorithm"
    /// `x5c` is not a list of two to six certificates in base64.
    case badChain = "bad_chain"
    /// The chain does not count, or the signature is not by its key: both get one answer.
    case unknownCredential = "unknown_credential"
    case malformedClaims = "malformed_claims"
    case wrongPurpose = "wrong_purpose"
    case wrongChallenge = "wrong_challenge"
    case wrongSession = "wrong_session"
    case wrongClient = "wrong_client"
    case wrongAudience = "wrong_audience"
    case wrongRedirect = "wrong_redirect"
    case wrongScope = "wrong_scope"
    case wrongState = "wrong_state"
    case wrongNonce = "wrong_nonce"
    case wrongCodeChallenge = "wrong_code_challenge"
    case wrongProofKey = "wrong_dpop_jkt"
    /// `exp` is over, or is more than 120 s after `iat`.
    case expired
    case issuedInFuture = "issued_in_future"

    var error: OAuthError {
        OAuthError(.invalidGrant, "The proof does not hold: \(rawValue).", field: "assertion")
    }
}
