import CryptoExtras

/// An RSA public key beside its numbers, so that writing it down cannot fail later.
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

    /// At least 2,048 bits (RFC 7518, section 3.5); at most 8,192, beyond which one verification becomes an attack.
    var hasSaneSize: Bool { (2_048...8_192).contains(key.keySizeInBits) }
}
