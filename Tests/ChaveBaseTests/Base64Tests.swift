import ChaveBase
import Testing

@Suite struct Base64Tests {
    /// RFC 4648, section 10, and the two characters that differ from base64url.
    @Test(arguments: [
        ("", ""), ("66", "Zg=="), ("666f", "Zm8="), ("666f6f", "Zm9v"), ("666f6f62", "Zm9vYg=="),
        ("666f6f6261", "Zm9vYmE="), ("666f6f626172", "Zm9vYmFy"), ("fb", "+w=="), ("ff", "/w=="), ("fbff", "+/8="),
    ])
    func bytesAndTextGoBothWays(_ bytes: String, _ text: String) {
        #expect(Base64.encode(hex(bytes)) == text)
        #expect(Base64.decode(text) == hex(bytes))
    }

    @Test(arguments: [
        "Zg", "Zg=", "Zg===", "Zm8", "=", "==", "====", "Zm9v=", "Zm9vY===", "Zm9 ", " Zm9", "Zm\n9", "-w==", "_w==",
        "Zh==",
        "Zm9=", "Z===", "=Zm9", "Zg==Zg==", "Zm9vé", "Zm.v",
    ])
    func anyOtherTextIsRefused(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test func everyLengthGoesBothWays() {
        for length in 0..<100 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ length) }
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        }
    }
}
