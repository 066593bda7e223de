/// The signature algorithms of this project (RFC 7518, section 3; RFC 8037, section 3.1).
///
/// A key has exactly one algorithm. The verifier compares the header's `alg` with it and never selects by the header
/// (RFC 8725, sections 3.1 and 3.2). `none` and the MAC algorithms have no case here.
public enum JWSAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// ECDSA over P-256 with SHA-256; the signature is r and s, 32 bytes each.
    case es256 = "ES256"
    /// RSASSA-PSS with SHA-256, MGF1 with SHA-256 and a salt of 32 bytes.
    case ps256 = "PS256"
    /// RSASSA-PKCS1-v1_5 with SHA-256, required of every provider by OpenID Connect Core 1.0, section 15.1.
    case rs256 = "RS256"
    /// Ed25519.
    case edDSA = "EdDSA"
}
