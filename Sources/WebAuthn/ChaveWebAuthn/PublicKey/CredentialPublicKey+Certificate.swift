internal import ChaveWire
internal import Crypto
internal import CryptoExtras
internal import X509

extension CredentialPublicKey {
    /// Reads the key of a certificate, for signatures of that algorithm.
    init(_ key: Certificate.PublicKey, for algorithm: COSEAlgorithm) throws(AttestationRefusal) {
        switch algorithm {
        case .es256, .esp256: self = .p256(try CredentialPublicKey.fitting(P256.Signing.PublicKey(key)))
        case .es384, .esp384: self = .p384(try CredentialPublicKey.fitting(P384.Signing.PublicKey(key)))
        case .es512, .esp512: self = .p521(try CredentialPublicKey.fitting(P521.Signing.PublicKey(key)))
        case .edDSA, .ed25519: self = .ed25519(try CredentialPublicKey.fitting(Curve25519.Signing.PublicKey(key)))
        // The library does not parse a certificate with an RSA key of less than 2,048 bits.
        case .rs256: self = .rsa(try CredentialPublicKey.fitting(_RSA.Signing.PublicKey(key)))
        default: throw .statementUnsupported
        }
    }

    /// Whether the certificate is for this key.
    func isKey(of certificate: Certificate) -> Bool {
        switch self {
        case .p256(let key): certificate.publicKey == Certificate.PublicKey(key)
        case .p384(let key): certificate.publicKey == Certificate.PublicKey(key)
        case .p521(let key): certificate.publicKey == Certificate.PublicKey(key)
        case .ed25519(let key): certificate.publicKey == Certificate.PublicKey(key)
        case .rsa(let key): certificate.publicKey == Certificate.PublicKey(key)
        }
    }

    private static func fitting<Key>(_ key: Key?) throws(AttestationRefusal) -> Key {
        guard let key else { throw .algorithmMismatch }
        return key
    }
}
