internal import ChaveWire
internal import Crypto
internal import CryptoExtras

/// A credential's public key, ready to verify signatures.
///
/// Each algorithm has one key type, one curve and one hash; a key that does not match them is refused.
enum CredentialPublicKey {
    case p256(P256.Signing.PublicKey)
    case p384(P384.Signing.PublicKey)
    case p521(P521.Signing.PublicKey)
    case ed25519(Curve25519.Signing.PublicKey)
    case rsa(_RSA.Signing.PublicKey)

    enum Problem: Error {
        /// The algorithm is unknown, or belongs to another key type or curve.
        case algorithmMismatch
        /// The point is not on the curve, or the RSA numbers are too small or impossible.
        case invalid
    }

    /// Parses the key, and checks that an elliptic curve's point is on the curve.
    init(_ key: COSEKey) throws(Problem) {
        switch key {
        case .ec2(let algorithm, let curve, let x, let y):
            guard CredentialPublicKey.curve(of: algorithm) == curve else { throw .algorithmMismatch }
            self = try .point(x + y, on: curve)
        case .okp(let algorithm, .ed25519, let x):
            guard algorithm == .edDSA || algorithm == .ed25519 else { throw .algorithmMismatch }
            self = try .point(x, on: .ed25519)
        case .okp: throw .algorithmMismatch
        case .rsa(let algorithm, let modulus, let exponent):
            guard algorithm == .rs256 else { throw .algorithmMismatch }
            self = try .rsa(modulus: modulus, exponent: exponent)
        }
    }

    private static func curve(of algorithm: COSEAlgorithm) -> COSECurve? {
        switch algorithm {
        case .es256, .esp256: .p256
        case .es384, .esp384: .p384
        case .es512, .esp512: .p521
        default: nil
        }
    }

    private static func point(_ bytes: [UInt8], on curve: COSECurve) throws(Problem) -> CredentialPublicKey {
        do {
            switch curve {
            case .p256: return .p256(try P256.Signing.PublicKey(rawRepresentation: bytes))
            case .p384: return .p384(try P384.Signing.PublicKey(rawRepresentation: bytes))
            case .p521: return .p521(try P521.Signing.PublicKey(rawRepresentation: bytes))
            case .ed25519: return .ed25519(try Curve25519.Signing.PublicKey(rawRepresentation: bytes))
            }
        } catch {
            throw .invalid
        }
    }

    /// Parses an RSA key of 2,048 bits or more, with odd numbers and an exponent of at least 3.
    private static func rsa(modulus: [UInt8], exponent: [UInt8]) throws(Problem) -> CredentialPublicKey {
        guard modulus.count >= 256, modulus.last.map({ $0 & 1 }) == 1, exponent.last.map({ $0 & 1 }) == 1,
            exponent != [1], let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent), key.keySizeInBits >= 2_048
        else { throw .invalid }
        return .rsa(key)
    }

    /// Checks an Ed25519 point, which parsing does not: the library accepts any 32 bytes as an Ed25519 key.
    ///
    /// One check is enough, before the key is stored.
    func requireSoundPoint() throws(Problem) {
        guard case .ed25519(let key) = self else { return }
        guard Ed25519Point.isSound(Array(key.rawRepresentation)) else { throw .invalid }
    }

    func isValidSignature(_ signature: [UInt8], over signed: SignedBytes) -> Bool {
        switch self {
        case .p256(let key):
            guard let raw = ECDSASignatureReader.rawSignature(signature, scalarSize: 32),
                let parsed = try? P256.Signing.ECDSASignature(rawRepresentation: raw)
            else { return false }
            return key.isValidSignature(parsed, for: signed.digest(SHA256.self))
        case .p384(let key):
            guard let raw = ECDSASignatureReader.rawSignature(signature, scalarSize: 48),
                let parsed = try? P384.Signing.ECDSASignature(rawRepresentation: raw)
            else { return false }
            return key.isValidSignature(parsed, for: signed.digest(SHA384.self))
        case .p521(let key):
            guard let raw = ECDSASignatureReader.rawSignature(signature, scalarSize: 66),
                let parsed = try? P521.Signing.ECDSASignature(rawRepresentation: raw)
            else { return false }
            return key.isValidSignature(parsed, for: signed.digest(SHA512.self))
        case .ed25519(let key): return key.isValidSignature(signature, for: signed.joined)
        case .rsa(let key):
            let parsed = _RSA.Signing.RSASignature(rawRepresentation: signature)
            return key.isValidSignature(parsed, for: signed.digest(SHA256.self), padding: .insecurePKCS1v1_5)
        }
    }
}
