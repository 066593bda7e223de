public import ChaveBase
public import Crypto

/// A credential's certificates after every check; only ``CredentialChain/verify(_:tenant:roots:now:)`` creates this
/// value.
///
/// The server alone knows whether it recorded the certificates and whether one of them is revoked.
public struct VerifiedChain: Sendable, Equatable {
    /// The subject of the credential.
    public let subject: CredentialSubject
    /// The number of device certificates above the credential's own: 0 directly under the root, at most 4.
    public let depth: Int
    /// The key of the credential's own certificate.
    public let publicKey: P256.Signing.PublicKey
    /// The certificates in DER, the credential's own first, the root last.
    public let certificates: [[UInt8]]
    /// SHA-256 of the root's DER, base64.
    public let rootFingerprint: String
    /// The last moment of validity of the credential's own certificate; those above it are valid at least as long.
    public let notAfter: Timestamp
    /// Whether the credential may sign for another device; `false` at the end of the longest chain.
    public var mayExtend: Bool { authority.pathLength > 0 }

    /// SHA-256 of the key's SubjectPublicKeyInfo; renewals do not change it.
    public var keyDigest: [UInt8] { KeyDigest.of(publicKey) }

    let authority: Authority

    public static func == (left: VerifiedChain, right: VerifiedChain) -> Bool {
        // The certificates determine all other properties.
        left.certificates == right.certificates
    }
}
