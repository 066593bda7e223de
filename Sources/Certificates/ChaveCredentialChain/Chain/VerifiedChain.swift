public import ChaveBase
public import Crypto

/// A credential's certificates, after every check: only ``CredentialChain/verify(_:tenant:roots:now:)`` makes one.
///
/// That they were recorded, and none of them revoked, is for the server to know.
public struct VerifiedChain: Sendable, Equatable {
    /// Whose credential it is.
    public let subject: CredentialSubject
    /// How many devices' certificates stand above the credential's own: 0 under the root, at most 4.
    public let depth: Int
    /// The key of the last certificate, the device's.
    public let publicKey: P256.Signing.PublicKey
    /// In DER, the credential's own first, the root last.
    public let certificates: [[UInt8]]
    /// SHA-256 of the root's DER, base64.
    public let rootFingerprint: String
    /// The last moment at which the credential's own certificate is valid; those above it are valid at least as long.
    public let notAfter: Timestamp
    /// Whether the credential may sign for another device: not at the end of the longest chain.
    public var mayExtend: Bool { authority.pathLength > 0 }

    /// SHA-256 of the key's SubjectPublicKeyInfo, the same through renewals.
    public var keyDigest: [UInt8] { KeyDigest.of(publicKey) }

    let authority: Authority

    public static func == (left: VerifiedChain, right: VerifiedChain) -> Bool {
        // Everything else follows from them.
        left.certificates == right.certificates
    }
}
