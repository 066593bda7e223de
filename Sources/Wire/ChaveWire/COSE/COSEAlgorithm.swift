/// A signature algorithm by its number in the IANA registry "COSE Algorithms".
///
/// A value can hold any number, so that a list of offers is readable. The verifier's policy decides which algorithms
/// are accepted.
public struct COSEAlgorithm: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// ECDSA with SHA-256; in WebAuthn on P-256 only.
    public static let es256 = COSEAlgorithm(rawValue: -7)
    /// EdDSA; in WebAuthn with Ed25519 only.
    public static let edDSA = COSEAlgorithm(rawValue: -8)
    /// ECDSA on P-256 with SHA-256, fully specified.
    public static let esp256 = COSEAlgorithm(rawValue: -9)
    /// EdDSA with Ed25519, fully specified.
    public static let ed25519 = COSEAlgorithm(rawValue: -19)
    /// ECDSA with SHA-384; in WebAuthn on P-384 only.
    public static let es384 = COSEAlgorithm(rawValue: -35)
    /// ECDSA with SHA-512; in WebAuthn on P-521 only.
    public static let es512 = COSEAlgorithm(rawValue: -36)
    /// ECDSA on P-384 with SHA-384, fully specified.
    public static let esp384 = COSEAlgorithm(rawValue: -51)
    /// ECDSA on P-521 with SHA-512, fully specified.
    public static let esp512 = COSEAlgorithm(rawValue: -52)
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    public static let rs256 = COSEAlgorithm(rawValue: -257)
}
