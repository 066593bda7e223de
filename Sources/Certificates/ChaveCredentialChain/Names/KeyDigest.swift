import ChaveBase
public import Crypto

/// The digest that identifies a key in all of its certificates.
public enum KeyDigest {
    /// SHA-256 of the SubjectPublicKeyInfo in DER, 32 bytes.
    public static func of(_ key: P256.Signing.PublicKey) -> [UInt8] {
        Array(SHA256.hash(data: key.derRepresentation))
    }
}

/// SHA-256 of a certificate, as the SDK's `Credential.rootFingerprint` shows it.
package enum Fingerprint {
    package static func of(_ der: [UInt8]) -> String { Base64.encode(Array(SHA256.hash(data: der))) }
}
