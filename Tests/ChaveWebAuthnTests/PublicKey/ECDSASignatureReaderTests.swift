import Testing

@testable import ChaveWebAuthn

@Suite struct ECDSASignatureReaderTests {
    @Test(arguments: [
        ("3006 020101 020102", "0102"),
        ("3006 02017f 020101", "7f01"),
        ("3008 02020080 02020081", "8081"),
        ("3007 020200ff 020101", "ff01"),
    ])
    func whatIsDERIsRead(_ der: String, _ raw: String) {
        let expected = hex(raw).flatMap { [0, 0, 0, $0] as [UInt8] }
        #expect(ECDSASignatureReader.rawSignature(hex(der), scalarSize: 4) == expected)
    }

    @Test(arguments: [
        "", "30", "3000", "3003 020101", "3006 020101 020102 00", "3007 020101 020102 00", "3006 020101 0201",
        "3106 020101 020102", "3006 030101 020102", "3006 020101 040102", "308106 020101 020102",
        "30820006 020101 020102", "3080 020101 020102 0000", "3006 020100 020101", "3006 020101 020100",
        "3006 020181 020101", "3006 020101 0201ff", "3007 02020001 020101", "3007 020101 02020001", "3005 0200 020101",
        "3005 020101 0200", "3009 020101 020102 020103", "3006 028101 01 0201", "3006 020201 020102",
        "3006 02017f 02027f", "3006 0201ff", "30ff 020101 020102", "3081 ff", "3006 020101 0281",
    ])
    func whatIsNotDERIsRefused(_ der: String) {
        #expect(ECDSASignatureReader.rawSignature(hex(der), scalarSize: 4) == nil)
    }

    @Test func aScalarThatDoesNotFitIsRefused() {
        #expect(ECDSASignatureReader.rawSignature(hex("300a 02057fffffffff 020101"), scalarSize: 4) == nil)
        #expect(ECDSASignatureReader.rawSignature(hex("300a 020500ffffffff 020101"), scalarSize: 4) != nil)
        #expect(ECDSASignatureReader.rawSignature(hex("300a 020101 02057fffffffff"), scalarSize: 4) == nil)
    }

    /// P-521 needs the two-byte length.
    @Test func aLongSequenceHasTheTwoByteLength() {
        let scalar = [0x01] + [UInt8](repeating: 0xFF, count: 65)
        let integer = [0x02, 0x42] + scalar
        let der = [0x30, 0x81, 0x88] + integer + integer
        #expect(ECDSASignatureReader.rawSignature(der, scalarSize: 66) == scalar + scalar)
    }

    @Test func noChangedByteTraps() {
        let der = hex("3008 02020080 02020081")
        for prefix in Mutations.truncations(of: der) {
            #expect(ECDSASignatureReader.rawSignature(prefix, scalarSize: 2) == nil)
        }
        for offset in der.indices {
            for value in UInt8.min...UInt8.max {
                var changed = der
                changed[offset] = value
                _ = ECDSASignatureReader.rawSignature(changed, scalarSize: 2)
            }
        }
    }
}
