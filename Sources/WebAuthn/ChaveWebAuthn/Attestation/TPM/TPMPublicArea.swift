internal import ChaveWire

/// The public part of a key in a TPM, `TPMT_PUBLIC` (TPM 2.0 Library, Part 2, section 12.2.4).
///
///     UINT16 type        0x0001 RSA, 0x0023 elliptic curve
///     UINT16 nameAlg
///     UINT32 objectAttributes
///     TPM2B  authPolicy
///     RSA: symmetric, scheme, UINT16 keyBits, UINT32 exponent (zero stands for 65,537);  TPM2B modulus
///     ECC: symmetric, scheme, UINT16 curve, kdf;                                         TPM2B x, TPM2B y
struct TPMPublicArea {
    private enum Key {
        case rsa(modulus: [UInt8], exponent: UInt32)
        case point(COSECurve, x: [UInt8], y: [UInt8])
    }

    private let hash: TPMHash
    private let key: Key
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) throws(AttestationRefusal) {
        var reader = TPMReader(bytes)
        let type = try reader.number(UInt16.self)
        let hash = TPMHash(rawValue: try reader.number(UInt16.self))
        _ = try reader.number(UInt32.self)
        _ = try reader.sized()
        let key: Key?
        switch type {
        case 0x0001: key = try TPMPublicArea.rsa(&reader)
        case 0x0023: key = try TPMPublicArea.point(&reader)
        default: throw .statementUnsupported
        }
        try reader.finish()
        guard let hash, let key else { throw .statementUnsupported }
        self.hash = hash
        self.key = key
        self.bytes = bytes
    }

    /// The `TPM2B_NAME` of the key: the hash's number, then the hash of the whole area.
    var name: [UInt8] {
        [UInt8(hash.rawValue >> 8), UInt8(hash.rawValue & 0xFF)] + hash.digest(SignedBytes(bytes))
    }

    func isSameKey(as other: COSEKey) -> Bool {
        switch (key, other) {
        case (.rsa(let modulus, let exponent), .rsa(_, let otherModulus, let otherExponent)):
            // A COSE key has at most eight bytes here, without leading zeros.
            Array(modulus.drop { $0 == 0 }) == otherModulus
                && otherExponent.reduce(0) { $0 << 8 | UInt64($1) } == UInt64(exponent)
        case (.point(let curve, let x, let y), .ec2(_, let otherCurve, let otherX, let otherY)):
            curve == otherCurve && TPMPublicArea.isSameNumber(x, otherX) && TPMPublicArea.isSameNumber(y, otherY)
        default: false
        }
    }

    /// Whether two numbers are equal without their leading zeros, which a TPM may leave out.
    private static func isSameNumber(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        first.drop { $0 == 0 } == second.drop { $0 == 0 }
    }

    private static func rsa(_ reader: inout TPMReader) throws(AttestationRefusal) -> Key {
        try skipSymmetric(&reader)
        try skipScheme(&reader)
        _ = try reader.number(UInt16.self)
        let exponent = try reader.number(UInt32.self)
        return .rsa(modulus: try reader.sized(), exponent: exponent == 0 ? 65_537 : exponent)
    }

    /// Reads a point to its end; `nil` when its curve is not supported.
    private static func point(_ reader: inout TPMReader) throws(AttestationRefusal) -> Key? {
        try skipSymmetric(&reader)
        try skipScheme(&reader)
        let curve = curve(try reader.number(UInt16.self))
        try skipScheme(&reader)
        let x = try reader.sized()
        let y = try reader.sized()
        return curve.map { .point($0, x: x, y: y) }
    }

    private static func curve(_ number: UInt16) -> COSECurve? {
        switch number {
        case 0x0003: .p256
        case 0x0004: .p384
        case 0x0005: .p521
        default: nil
        }
    }

    /// Skips a `TPMT_SYM_DEF_OBJECT+`: `TPM_ALG_NULL`, or a cipher with its key size and mode.
    private static func skipSymmetric(_ reader: inout TPMReader) throws(AttestationRefusal) {
        guard try reader.number(UInt16.self) != 0x0010 else { return }
        _ = try reader.take(4)
    }

    /// Skips a `TPMT_RSA_SCHEME+`, `TPMT_ECC_SCHEME+` or `TPMT_KDF_SCHEME+`: a number, and usually a hash's number.
    private static func skipScheme(_ reader: inout TPMReader) throws(AttestationRefusal) {
        switch try reader.number(UInt16.self) {
        case 0x0010, 0x0015: return  // TPM_ALG_NULL, TPM_ALG_RSAES
        case 0x001A: _ = try reader.take(4)  // TPM_ALG_ECDAA has a count too.
        // RSASSA, RSAPSS, OAEP, ECDSA, ECDH, SM2, ECSCHNORR, ECMQV; MGF1, KDF1_SP800_56A, KDF2, KDF1_SP800_108.
        case 0x0014, 0x0016, 0x0017, 0x0018, 0x0019, 0x001B, 0x001C, 0x001D, 0x0007, 0x0020, 0x0021, 0x0022:
            _ = try reader.take(2)
        default: throw .statementUnsupported
        }
    }
}
