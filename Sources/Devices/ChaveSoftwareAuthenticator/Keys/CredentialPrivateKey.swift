public import ChaveDeviceKeys
public import ChaveWire
import Crypto
import CryptoExtras

/// The private key of a credential with its COSE algorithm.
///
/// A program cannot export or import the secret: only the stores and tests of this package read and write it.
public struct CredentialPrivateKey: Sendable {
    private enum Material: Sendable {
        case p256(P256.Signing.PrivateKey)
        case ed25519(Curve25519.Signing.PrivateKey)
        case rsa(_RSA.Signing.PrivateKey, modulus: [UInt8], exponent: [UInt8])
    }

    private let material: Material

    private init(_ material: Material) { self.material = material }

    /// The supported algorithms: ES256, EdDSA, RS256.
    public static let algorithms: [COSEAlgorithm] = [.es256, .edDSA, .rs256]

    /// Generates a key; RSA keys have 2,048 bits.
    public static func generate(_ algorithm: COSEAlgorithm) throws(DeviceKeyError) -> CredentialPrivateKey {
        switch algorithm {
        case .es256: return CredentialPrivateKey(.p256(P256.Signing.PrivateKey()))
        case .edDSA: return CredentialPrivateKey(.ed25519(Curve25519.Signing.PrivateKey()))
        case .rs256:
            guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048), let material = rsa(key) else {
                throw DeviceKeyError(.notSupported, "no RSA key could be made")
            }
            return CredentialPrivateKey(material)
        default: throw DeviceKeyError(.notSupported, "this authenticator makes no keys for \(algorithm.rawValue)")
        }
    }

    /// Creates a key from its secret, in the form of `secretBytes`.
    package init(algorithm: COSEAlgorithm, secretBytes: [UInt8]) throws(DeviceKeyError) {
        let material: Material? =
            switch algorithm {
            case .es256: (try? P256.Signing.PrivateKey(rawRepresentation: secretBytes)).map(Material.p256)
            case .edDSA: (try? Curve25519.Signing.PrivateKey(rawRepresentation: secretBytes)).map(Material.ed25519)
            case .rs256:
                (try? _RSA.Signing.PrivateKey(derRepresentation: secretBytes)).flatMap(CredentialPrivateKey.rsa)
            default: throw DeviceKeyError(.notSupported, "this authenticator has no keys for \(algorithm.rawValue)")
            }
        guard let material else { throw DeviceKeyError(.store, "this is no private key for \(algorithm.rawValue)") }
        self.init(material)
    }

    private static func rsa(_ key: _RSA.Signing.PrivateKey) -> Material? {
        guard let primitives = try? key.publicKey.getKeyPrimitives() else { return nil }
        return .rsa(key, modulus: Array(primitives.modulus), exponent: Array(primitives.publicExponent))
    }

    /// The algorithm of the key's signatures.
    public var algorithm: COSEAlgorithm {
        switch material {
        case .p256: .es256
        case .ed25519: .edDSA
        case .rsa: .rs256
        }
    }

    /// The public key, which leaves the device.
    public var publicKey: COSEKey {
        switch material {
        case .p256(let key):
            let point = Array(key.publicKey.rawRepresentation)
            return .ec2(algorithm: .es256, curve: .p256, x: Array(point.prefix(32)), y: Array(point.suffix(32)))
        case .ed25519(let key):
            return .okp(algorithm: .edDSA, curve: .ed25519, x: Array(key.publicKey.rawRepresentation))
        case .rsa(_, let modulus, let exponent):
            return .rsa(algorithm: .rs256, modulus: modulus, exponent: exponent)
        }
    }

    /// The secret key: the 32 bytes of an elliptic-curve key, PKCS#8 of an RSA key.
    package var secretBytes: [UInt8] {
        switch material {
        case .p256(let key): Array(key.rawRepresentation)
        case .ed25519(let key): Array(key.rawRepresentation)
        case .rsa(let key, _, _): Array(key.pkcs8DERRepresentation)
        }
    }

    /// The signature in the form of WebAuthn Level 3, section 6.5.5: DER for ECDSA, PKCS#1 v1.5 for RSA.
    public func signature(over message: [UInt8]) throws(DeviceKeyError) -> [UInt8] {
        do {
            switch material {
            case .p256(let key): return Array(try key.signature(for: message).derRepresentation)
            case .ed25519(let key): return Array(try key.signature(for: message))
            case .rsa(let key, _, _):
                return Array(try key.signature(for: message, padding: .insecurePKCS1v1_5).rawRepresentation)
            }
        } catch {
            throw DeviceKeyError(.store, "the key of this credential does not sign")
        }
    }
}

extension CredentialPrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
