import ChaveWire
import Crypto
import CryptoExtras

/// A public key with its one algorithm.
public struct VerificationKey: Sendable {
    enum Material: Sendable {
        case p256(P256.Signing.PublicKey)
        case rsa(RSAPublicKey, RSAPadding)
        case ed25519(Curve25519.Signing.PublicKey)
    }

    let material: Material

    /// `kid`, when the key has one.
    public let keyID: String?

    init(_ material: Material, keyID: String?) {
        self.material = material
        self.keyID = keyID
    }

    /// The one algorithm whose signatures this key verifies.
    public var algorithm: JWSAlgorithm {
        switch material {
        case .p256: .es256
        case .rsa(_, let padding): padding.algorithm
        case .ed25519: .edDSA
        }
    }

    /// Creates a P-256 key from its affine coordinates, 32 bytes each (RFC 7518, section 6.2.1).
    ///
    /// A point that is not on the curve is refused.
    public init(p256x x: [UInt8], y: [UInt8], keyID: String? = nil) throws(JOSEKeyError) {
        guard x.count == 32 else { throw .invalid(field: "x") }
        guard y.count == 32 else { throw .invalid(field: "y") }
        guard let key = try? P256.Signing.PublicKey(rawRepresentation: x + y) else { throw .invalid(field: "point") }
        self.init(.p256(key), keyID: keyID)
    }

    /// Creates an RSA key from modulus and exponent, big-endian without leading zeros (RFC 7518, section 6.3.1).
    ///
    /// A key below 2,048 bits is refused (RFC 7518, section 3.5), and a key above 8,192 bits too: with it one
    /// verification becomes an attack. The key verifies PS256 and nothing else.
    public init(rsaModulus modulus: [UInt8], exponent: [UInt8], keyID: String? = nil) throws(JOSEKeyError) {
        try self.init(rsaModulus: modulus, exponent: exponent, padding: .pss, keyID: keyID)
    }

    init(
        rsaModulus modulus: [UInt8],
        exponent: [UInt8],
        padding: RSAPadding,
        keyID: String?
    ) throws(JOSEKeyError) {
        guard (256...1024).contains(modulus.count), let first = modulus.first, first != 0 else {
            throw .invalid(field: "n")
        }
        guard (1...4).contains(exponent.count), exponent.first != 0 else { throw .invalid(field: "e") }
        guard let key = try? RSAPublicKey(_RSA.Signing.PublicKey(n: modulus, e: exponent)), key.hasSaneSize else {
            throw .invalid(field: "n")
        }
        self.init(.rsa(key, padding), keyID: keyID)
    }

    /// Creates an Ed25519 key from its 32 bytes (RFC 8037, section 2).
    public init(ed25519 bytes: [UInt8], keyID: String? = nil) throws(JOSEKeyError) {
        guard bytes.count == 32, let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else {
            throw .invalid(field: "x")
        }
        self.init(.ed25519(key), keyID: keyID)
    }

    /// The same key under another `kid`.
    public func named(_ keyID: String?) -> VerificationKey { VerificationKey(material, keyID: keyID) }

    /// Whether `signature` is this key's signature over `message`, by this key's algorithm.
    public func isValidSignature(_ signature: [UInt8], over message: [UInt8]) -> Bool {
        switch material {
        case .p256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: message)
        case .rsa(let key, let padding):
            let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
            return key.key.isValidSignature(signature, for: message, padding: padding.library)
        case .ed25519(let key):
            return signature.count == 64 && key.isValidSignature(signature, for: message)
        }
    }
}

extension VerificationKey: Hashable {
    /// Keys are equal when their key material, their algorithm and their `kid` are equal.
    public static func == (lhs: VerificationKey, rhs: VerificationKey) -> Bool { lhs.jwk == rhs.jwk }

    public func hash(into hasher: inout Hasher) { hasher.combine(jwk) }
}
