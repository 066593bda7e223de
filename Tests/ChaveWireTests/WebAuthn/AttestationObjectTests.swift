import ChaveBase
import ChaveWire
import Testing

@Suite struct AttestationObjectTests {
    static let samples = [
        AttestationObject(format: "none", statement: .map([]), authenticatorData: [1, 2, 3]),
        AttestationObject(
            format: "packed",
            statement: .map([
                CBORMember(key: .text("alg"), value: CBORValue(-7)),
                CBORMember(key: .text("sig"), value: .bytes([UInt8](repeating: 9, count: 70))),
            ]),
            authenticatorData: [UInt8](repeating: 7, count: 164)
        ),
    ]

    @Test func theMembersStandAsInTheSpecification() {
        #expect(
            Self.samples[0].encoded()
                == hex("a3 63 666d74 64 6e6f6e65 67 61747453746d74 a0 68 6175746844617461 43 010203")
        )
    }

    @Test(arguments: samples)
    func anObjectGoesBothWays(_ object: AttestationObject) throws {
        #expect(try AttestationObject(decoding: object.encoded()) == object)
    }

    @Test(arguments: samples)
    func everyTruncationAndEveryExtraByteIsRefused(_ object: AttestationObject) {
        for prefix in Mutations.truncations(of: object.encoded()) {
            #expect(throws: WireError.self) { try AttestationObject(decoding: prefix) }
        }
        #expect(throws: WireError.trailingBytes) { try AttestationObject(decoding: object.encoded() + [0]) }
    }

    @Test(arguments: samples)
    func noChangedByteTraps(_ object: AttestationObject) {
        for changed in Mutations.changes(of: object.encoded()) {
            guard let read = try? AttestationObject(decoding: changed) else { continue }
            #expect(read != object)
            #expect(!read.isCanonical || read.encoded() == changed)
        }
    }

    /// A deployed authenticator library wrote the members in another order.
    @Test func anotherOrderIsReadAndReported() throws {
        let object = try AttestationObject(
            decoding: hex("a3 68 6175746844617461 43 010203 63 666d74 64 6e6f6e65 67 61747453746d74 a0")
        )
        #expect(!object.isCanonical)
        #expect(object.authenticatorData == [1, 2, 3])
        #expect(object.encoded() == Self.samples[0].encoded())
    }

    @Test(arguments: [
        ("80", WireError.invalid(field: "attestationObject")),
        ("a0", .missing(field: "fmt")),
        ("a1 63666d74 646e6f6e65", .missing(field: "attStmt")),
        ("a2 63666d74 646e6f6e65 6761747453746d74 a0", .missing(field: "authData")),
        ("a3 63666d74 01 6761747453746d74 a0 686175746844617461 40", .invalid(field: "fmt")),
        ("a3 63666d74 646e6f6e65 6761747453746d74 80 686175746844617461 40", .invalid(field: "attStmt")),
        ("a3 63666d74 646e6f6e65 6761747453746d74 a0 686175746844617461 60", .invalid(field: "authData")),
        (
            "a4 616101 63666d74 646e6f6e65 6761747453746d74 a0 686175746844617461 40",
            .invalid(field: "attestationObject")
        ),
        (
            "a4 63666d74 646e6f6e65 6761747453746d74 a0 686175746844617461 40 686175746844617461 40",
            .duplicate(field: "CBOR map key")
        ),
    ])
    func eachFaultOfAnObjectIsNamed(_ text: String, _ error: WireError) {
        #expect(throws: error) { try AttestationObject(decoding: hex(text)) }
    }
}
