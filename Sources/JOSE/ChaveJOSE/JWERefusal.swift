/// Why an encrypted message is refused, in the order of the checks.
///
/// All that depends on the secret key is one case: a sender must not learn how far the decryption got (RFC 7516, section
/// 11.5).
public enum JWERefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// The text is not a compact JSON Web Encryption (RFC 7516, section 5.2, steps 1 to 4).
    case malformed
    /// The header has `crit`; this module understands no extension (RFC 7516, section 4.1.13).
    case criticalHeader = "critical_header"
    /// The header has `zip`; nothing is ever unpacked (RFC 8725, section 3.6).
    case compressed
    /// The header brings a key or its address (`jwk`, `jku`, `x5c`, `x5u`); keys come from the receiver alone.
    case foreignKey = "foreign_key"
    /// `alg` is not RSA-OAEP, or `enc` is not A256GCM.
    case unsupportedAlgorithm = "unsupported_algorithm"
    /// No key has the header's `kid`, or the header names none and there is more than one key.
    case unknownKey = "unknown_key"
    /// The message is not encrypted to this key, or was changed on the way.
    case undecryptable
}
