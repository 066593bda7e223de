import ChaveBase
import ChaveWire
import Testing

@Suite struct COSEKeyTests {
    static let samples: [COSEKey] = [
        .ec2(algorithm: .es256, curve: .p256, x: ascending(32), y: ascending(32)),
        .ec2(algorithm: .es384, curve: .p384, x: ascending(48), y: ascending(48)),
        .ec2(algorithm: .es512, curve: .p521, x: ascending(66), y: ascending(66)),
        .ec2(algorithm: .esp256, curve: .p256, x: ascending(32), y: ascending(32)),
        .rsa(algorithm: .rs256, modulus: ascending(256), exponent: [1, 0, 1]),
        .rsa(algorithm: .rs256, modulus: ascending(436), exponent: [3]),
        .okp(algorithm: .edDSA, curve: .ed25519, x: ascending(32)),
        .okp(algorithm: .ed25519, curve: .ed25519, x: ascending(32)),
    ]

    static func ascending(_ count: Int) -> [UInt8] { (1...count).map { UInt8(truncatingIfNeeded: $0) } }

    @Test(arguments: samples)
    func aKeyGoesBothWays(_ key: COSEKey) throws {
        let bytes = key.encoded()
        #expect(try COSEKey(decoding: bytes) == key)
        #expect(try COSEKey(decoding: bytes).encoded() == bytes)
    }

    @Test(arguments: samples)
    func everyTruncationAndEveryExtraByteIsRefused(_ key: COSEKey) {
        for prefix in Mutations.truncations(of: key.encoded()) {
            #expect(throws: WireError.self) { try COSEKey(decoding: prefix) }
        }
        #expect(throws: WireError.trailingBytes) { try COSEKey(decoding: key.encoded() + [0]) }
    }

    /// Damage is refused or read as another key; it never traps, and no two texts are one key.
    @Test(arguments: samples)
    func noChangedByteTraps(_ key: COSEKey) {
        for changed in Mutations.changes(of: key.encoded()) {
            guard let read = try? COSEKey(decoding: changed) else { continue }
            #expect(read != key)
            #expect(read.encoded() == changed)
        }
    }

    @Test func theMembersStandInCanonicalOrder() {
        let key = COSEKey.ec2(algorithm: .es256, curve: .p256, x: Self.ascending(32), y: Self.ascending(32))
        #expect(hexText(key.encoded()).hasPrefix("a5010203262001215820"))
    }

    @Test(arguments: Row.all)
    func eachFaultOfAKeyIsNamed(_ row: Row) {
        #expect(throws: row.error, "\(row.name)") { try COSEKey(row.value) }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let value: CBORValue
        let error: WireError
        var testDescription: String { name }

        static let x = CBORValue.bytes(ascending(32))

        static func map(_ members: [(Int64, CBORValue)]) -> CBORValue {
            .map(members.map { CBORMember(key: CBORValue($0.0), value: $0.1) })
        }

        static let all = [
            Row(name: "no map", value: .array([]), error: .invalid(field: "COSE_Key")),
            Row(name: "empty", value: map([]), error: .missing(field: "kty")),
            Row(name: "no algorithm", value: map([(1, 2)]), error: .missing(field: "alg")),
            Row(name: "algorithm as text", value: map([(1, 2), (3, .text("ES256"))]), error: .invalid(field: "alg")),
            Row(name: "algorithm -2^64", value: map([(1, 2), (3, .negative(.max))]), error: .invalid(field: "alg")),
            Row(name: "unknown type", value: map([(1, 4), (3, -7)]), error: .invalid(field: "kty")),
            Row(name: "type as text", value: map([(1, .text("EC2")), (3, -7)]), error: .invalid(field: "kty")),
            Row(name: "no curve", value: map([(1, 2), (3, -7)]), error: .missing(field: "crv")),
            Row(name: "unknown curve", value: map([(1, 2), (3, -7), (-1, 8)]), error: .invalid(field: "crv")),
            Row(name: "OKP curve in EC2", value: map([(1, 2), (3, -7), (-1, 6)]), error: .invalid(field: "crv")),
            Row(name: "EC2 curve in OKP", value: map([(1, 1), (3, -8), (-1, 1)]), error: .invalid(field: "crv")),
            Row(name: "no x", value: map([(1, 2), (3, -7), (-1, 1)]), error: .missing(field: "x")),
            Row(name: "no y", value: map([(1, 2), (3, -7), (-1, 1), (-2, x)]), error: .missing(field: "y")),
            Row(
                name: "compressed point",
                value: map([(1, 2), (3, -7), (-1, 1), (-2, x), (-3, .bool(true))]),
                error: .invalid(field: "y")
            ),
            Row(
                name: "x too short",
                value: map([(1, 2), (3, -7), (-1, 1), (-2, .bytes(ascending(31))), (-3, x)]),
                error: .invalid(field: "x")
            ),
            Row(
                name: "x too long",
                value: map([(1, 1), (3, -8), (-1, 6), (-2, .bytes(ascending(33)))]),
                error: .invalid(field: "x")
            ),
            Row(
                name: "a private key beside the public one",
                value: map([(1, 2), (3, -7), (-1, 1), (-2, x), (-3, x), (-4, x)]),
                error: .invalid(field: "COSE_Key")
            ),
            Row(name: "no modulus", value: map([(1, 3), (3, -257)]), error: .missing(field: "n")),
            Row(name: "empty modulus", value: map([(1, 3), (3, -257), (-1, .bytes([]))]), error: .invalid(field: "n")),
            Row(
                name: "leading zero",
                value: map([(1, 3), (3, -257), (-1, .bytes([0, 1]))]),
                error: .invalid(field: "n")
            ),
            Row(
                name: "modulus without end",
                value: map([(1, 3), (3, -257), (-1, .bytes([UInt8](repeating: 1, count: 1_025)))]),
                error: .limitExceeded(field: "n")
            ),
            Row(name: "no exponent", value: map([(1, 3), (3, -257), (-1, x)]), error: .missing(field: "e")),
            Row(
                name: "exponent without end",
                value: map([(1, 3), (3, -257), (-1, x), (-2, .bytes(ascending(9)))]),
                error: .limitExceeded(field: "e")
            ),
        ]
    }

    /// The inputs that end the process of another Swift library (`facts/webauthn.md`).
    @Test(arguments: [
        "04", "0401", "04" + String(repeating: "ff", count: 64), "a10326",
        "a5 01 02 03 3bffffffffffffffff 20 01 21 40 22 40",
        "a1 03 3b8000000000000000", "9b8000000000000000", "c1c1c1c1c1c1c1c1c1c1c100",
    ])
    func theCrashInputsAreRefused(_ text: String) {
        #expect(throws: WireError.self) { try COSEKey(decoding: hex(text)) }
    }

    @Test func aKeyOutOfCanonicalFormIsRefused() {
        let bytes = COSEKey.okp(algorithm: .edDSA, curve: .ed25519, x: Self.ascending(32)).encoded()
        #expect(bytes.starts(with: [0xA4, 0x01, 0x01, 0x03, 0x27]))
        let swapped = [0xA4, 0x03, 0x27, 0x01, 0x01] + bytes.dropFirst(5)
        let longer = [0xA4, 0x01, 0x18, 0x01, 0x03, 0x27] + bytes.dropFirst(5)
        for other in [swapped, longer] {
            #expect { try COSEKey(decoding: other) } throws: { error in
                if case WireError.notCanonical = error { true } else { false }
            }
        }
    }
}

extension CBORValue: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int64) { self.init(value) }
}
