import CryptoExtras

/// The padding of an RSA key's signatures (RFC 7518, sections 3.3 and 3.5).
enum RSAPadding: Sendable {
    case pss
    case pkcs1v15

    var algorithm: JWSAlgorithm {
        switch self {
        case .pss: .ps256
        case .pkcs1v15: .rs256
        }
    }

    var library: _RSA.Signing.Padding {
        switch self {
        case .pss: .PSS
        case .pkcs1v15: .insecurePKCS1v1_5
        }
    }
}

/// An RSA public key together with its numbers, so that a later export cannot fail.
struct RSAPublicKey: Sendable {
    let key: _RSA.Signing.PublicKey
    /// Big-endian, without leading zeros.
    let modulus: [UInt8]
    let exponent: [UInt8]

    init(_ key: _RSA.Signing.PublicKey) throws {
        let primitives = try key.getKeyPrimitives()
        self.key = key
        modulus = Array(primitives.modulus)
        exponent = Array(primitives.publicExponent)
    }

    /// The key has 2,048 bits at least (RFC 7518, section 3.5) and 8,192 at most: with larger keys one verification
    /// becomes an attack.
    var hasSaneSize: Bool { (2_048...8_192).contains(key.keySizeInBits) }
}
