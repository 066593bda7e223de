/// Why a signed message does not count, in the order of the checks.
public enum EnvelopeRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// The text is not a compact JSON Web Signature, or is longer than ``ClaimedEnvelope/maximumLength``.
    case malformed
    /// The header has `crit`.
    case criticalHeader = "critical_header"
    /// The header brings a key or its address (`jwk`, `jku`, `x5c`, `x5u`); keys come from the keystore alone.
    case foreignKey = "foreign_key"
    /// The header's `typ` is not `JWT`, or it has `cty`: the message is of another kind, or nested.
    case wrongType = "wrong_type"
    /// `alg` is not PS256, or the key that `kid` names is not for PS256.
    case algorithmMismatch = "algorithm_mismatch"
    /// The sender's keystore has no key of that `kid`.
    case unknownKey = "unknown_key"
    /// The signature is not the sender's over these bytes.
    case badSignature = "bad_signature"
    /// The payload is not a JSON object with `iss`, `aud`, `jti` and `iat` of their types.
    case malformedClaims = "malformed_claims"
    /// `iss` is not the organisation whose keys verified the signature.
    case wrongIssuer = "wrong_issuer"
    /// `aud` is neither the URL of the call nor, in a response, the receiver.
    case wrongAudience = "wrong_audience"
    /// `iat` is too old, or too far ahead of now.
    case issuedOutOfTime = "issued_out_of_time"
    /// `jti` is not a UUID of version 4.
    case wrongTokenID = "wrong_token_id"

    /// The status of the answer to a request with this fault (Payments 5.0.0, table of faults).
    public var status: Int { isOfSignature ? 400 : 403 }

    /// The code of the answer to a request with this fault.
    public var code: String { isOfSignature ? "BAD_SIGNATURE" : "INVALID_CLIENT" }

    private var isOfSignature: Bool {
        switch self {
        case .malformed, .criticalHeader, .foreignKey, .wrongType, .algorithmMismatch, .unknownKey, .badSignature: true
        case .malformedClaims, .wrongIssuer, .wrongAudience, .issuedOutOfTime, .wrongTokenID: false
        }
    }
}
