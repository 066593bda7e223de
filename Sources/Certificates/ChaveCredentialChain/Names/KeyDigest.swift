public import Crypto

/// What names a key, whatever certificate it is in.
public enum KeyDigest {
    /// SHA-256 of the SubjectPublicKeyInfo in DER, 32 bytes.
    public static func of(_ key: P256.Signing.PublicKey) -> [UInt8] {
        Array(SHA256.hash(data: key.derRepresentation))
    }
}
