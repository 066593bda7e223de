import ChaveWire
import Crypto
import CryptoExtras

/// A credential's private key, of each kind that is verified.
enum TestKey {
    case p256(P256.Signing.PrivateKey)
    case p384(P384.Signing.PrivateKey)
    case p521(P521.Signing.PrivateKey)
    case ed25519(Curve25519.Signing.PrivateKey)
    case rsa(_RSA.Signing.PrivateKey)

    static func make(for algorithm: COSEAlgorithm) throws -> TestKey {
        switch algorithm {
        case .es384, .esp384: .p384(P384.Signing.PrivateKey())
        case .es512, .esp512: .p521(P521.Signing.PrivateKey())
        case .edDSA, .ed25519: .ed25519(Curve25519.Signing.PrivateKey())
        case .rs256: .rsa(try _RSA.Signing.PrivateKey(keySize: .bits2048))
        default: .p256(P256.Signing.PrivateKey())
        }
    }

    func coseKey(_ algorithm: COSEAlgorithm) -> COSEKey {
        switch self {
        case .p256(let key): TestKey.ec2(algorithm, .p256, Array(key.publicKey.rawRepresentation))
        case .p384(let key): TestKey.ec2(algorithm, .p384, Array(key.publicKey.rawRepresentation))
        case .p521(let key): TestKey.ec2(algorithm, .p521, Array(key.publicKey.rawRepresentation))
        case .ed25519(let key):
            .okp(algorithm: algorithm, curve: .ed25519, x: Array(key.publicKey.rawRepresentation))
        case .rsa(let key):
            (try? key.publicKey.getKeyPrimitives()).map {
                .rsa(algorithm: algorithm, modulus: Array($0.modulus), exponent: Array($0.publicExponent))
            } ?? .rsa(algorithm: algorithm, modulus: [1], exponent: [1])
        }
    }

    func sign(_ bytes: [UInt8]) throws -> [UInt8] {
        switch self {
        case .p256(let key): Array(try key.signature(for: bytes).derRepresentation)
        case .p384(let key): Array(try key.signature(for: bytes).derRepresentation)
        case .p521(let key): Array(try key.signature(for: bytes).derRepresentation)
        case .ed25519(let key): Array(try key.signature(for: bytes))
        case .rsa(let key):
            Array(try key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5).rawRepresentation)
        }
    }

    private static func ec2(_ algorithm: COSEAlgorithm, _ curve: COSECurve, _ point: [UInt8]) -> COSEKey {
        let size = curve.coordinateSize
        return .ec2(algorithm: algorithm, curve: curve, x: Array(point[0..<size]), y: Array(point[size...]))
    }
}
