public import ChaveBase

/// A credential public key in COSE_Key form (RFC 9052, section 7; WebAuthn Level 3, section 6.5.1.1).
///
///     EC2   { 1: 2, 3: alg, -1: curve, -2: x, -3: y }     y in full, never compressed
///     RSA   { 1: 3, 3: alg, -1: modulus, -2: exponent }   both big-endian, no leading zeros
///     OKP   { 1: 1, 3: alg, -1: curve, -2: x }
///
/// The reader checks structure only. The verifier checks that the algorithm fits the curve and that the point is on the
/// curve.
public enum COSEKey: Hashable, Sendable {
    /// A point of an elliptic curve, with both coordinates in full.
    case ec2(algorithm: COSEAlgorithm, curve: COSECurve, x: [UInt8], y: [UInt8])
    /// Modulus and exponent, big-endian.
    case rsa(algorithm: COSEAlgorithm, modulus: [UInt8], exponent: [UInt8])
    /// A point of an Edwards curve.
    case okp(algorithm: COSEAlgorithm, curve: COSECurve, x: [UInt8])

    /// The signature algorithm that the key is for.
    public var algorithm: COSEAlgorithm {
        switch self {
        case .ec2(let algorithm, _, _, _), .rsa(let algorithm, _, _), .okp(let algorithm, _, _): algorithm
        }
    }

    /// Reads exactly one key, in the CTAP2 canonical form, with the members that WebAuthn allows and no others.
    public init(decoding bytes: [UInt8]) throws(WireError) {
        try self.init(CBORValue(decoding: bytes))
    }

    /// Reads a COSE_Key (RFC 9052); a member that contradicts the key's type is an error.
    public init(_ value: CBORValue) throws(WireError) {
        guard let members = value.map else { throw .invalid(field: "COSE_Key") }
        guard let type = value[Label.keyType] else { throw .missing(field: "kty") }
        guard let algorithmItem = value[Label.algorithm] else { throw .missing(field: "alg") }
        guard let number = algorithmItem.int64 else { throw .invalid(field: "alg") }
        let algorithm = COSEAlgorithm(rawValue: number)
        switch type.int64 {
        case KeyType.okp: self = try .okp(value, algorithm)
        case KeyType.ec2: self = try .ec2(value, algorithm)
        case KeyType.rsa: self = try .rsa(value, algorithm)
        default: throw .invalid(field: "kty")
        }
        // The specification forbids every optional parameter except alg. All required parameters are present at this
        // point.
        guard members.count == memberCount else { throw .invalid(field: "COSE_Key") }
    }

    /// The key in canonical CBOR.
    public func encoded() -> [UInt8] {
        let members: [(Int64, CBORValue)]
        switch self {
        case .ec2(_, let curve, let x, let y):
            members = [
                (Label.keyType, CBORValue(KeyType.ec2)), (Label.curve, CBORValue(curve.rawValue)),
                (Label.x, .bytes(x)), (Label.y, .bytes(y)),
            ]
        case .rsa(_, let modulus, let exponent):
            members = [
                (Label.keyType, CBORValue(KeyType.rsa)), (Label.modulus, .bytes(modulus)),
                (Label.exponent, .bytes(exponent)),
            ]
        case .okp(_, let curve, let x):
            members = [
                (Label.keyType, CBORValue(KeyType.okp)), (Label.curve, CBORValue(curve.rawValue)),
                (Label.x, .bytes(x)),
            ]
        }
        let all = members + [(Label.algorithm, CBORValue(algorithm.rawValue))]
        return CBORValue.map(all.map { CBORMember(key: CBORValue($0.0), value: $0.1) }).encoded()
    }
}

extension COSEKey {
    /// The longest modulus that the reader accepts, in bytes: 8,192 bits.
    public static let maximumModulusSize = 1_024

    private enum Label {
        static let keyType: Int64 = 1
        static let algorithm: Int64 = 3
        static let curve: Int64 = -1
        static let x: Int64 = -2
        static let y: Int64 = -3
        static let modulus: Int64 = -1
        static let exponent: Int64 = -2
    }

    private enum KeyType {
        static let okp: Int64 = 1
        static let ec2: Int64 = 2
        static let rsa: Int64 = 3
    }

    private var memberCount: Int {
        switch self {
        case .ec2: 5
        case .rsa, .okp: 4
        }
    }

    private static func okp(_ value: CBORValue, _ algorithm: COSEAlgorithm) throws(WireError) -> COSEKey {
        let curve = try curve(value)
        guard curve == .ed25519 else { throw .invalid(field: "crv") }
        return .okp(algorithm: algorithm, curve: curve, x: try coordinate(value, Label.x, "x", on: curve))
    }

    private static func ec2(_ value: CBORValue, _ algorithm: COSEAlgorithm) throws(WireError) -> COSEKey {
        let curve = try curve(value)
        guard curve != .ed25519 else { throw .invalid(field: "crv") }
        let x = try coordinate(value, Label.x, "x", on: curve)
        return .ec2(algorithm: algorithm, curve: curve, x: x, y: try coordinate(value, Label.y, "y", on: curve))
    }

    private static func rsa(_ value: CBORValue, _ algorithm: COSEAlgorithm) throws(WireError) -> COSEKey {
        let modulus = try magnitude(value, Label.modulus, "n", atMost: maximumModulusSize)
        return .rsa(
            algorithm: algorithm,
            modulus: modulus,
            exponent: try magnitude(value, Label.exponent, "e", atMost: 8)
        )
    }

    private static func curve(_ value: CBORValue) throws(WireError) -> COSECurve {
        guard let item = value[Label.curve] else { throw .missing(field: "crv") }
        guard let curve = item.int64.flatMap(COSECurve.init(rawValue:)) else { throw .invalid(field: "crv") }
        return curve
    }

    private static func coordinate(
        _ value: CBORValue,
        _ label: Int64,
        _ field: String,
        on curve: COSECurve
    ) throws(WireError) -> [UInt8] {
        guard let item = value[label] else { throw .missing(field: field) }
        guard let bytes = item.bytes, bytes.count == curve.coordinateSize else { throw .invalid(field: field) }
        return bytes
    }

    private static func magnitude(
        _ value: CBORValue,
        _ label: Int64,
        _ field: String,
        atMost limit: Int
    ) throws(WireError) -> [UInt8] {
        guard let item = value[label] else { throw .missing(field: field) }
        guard let bytes = item.bytes, let first = bytes.first, first != 0 else { throw .invalid(field: field) }
        guard bytes.count <= limit else { throw .limitExceeded(field: field) }
        return bytes
    }
}
