import ChaveBase
import Testing

@Suite struct Base64URLTests {
    @Test func whatIsAppendedIsWhatIsEncoded() {
        for count in 0..<200 {
            let octets = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ count) }
            var text = Array("before:".utf8)
            Base64URL.append(octets, to: &text)
            #expect(String(decoding: text, as: UTF8.self) == "before:\(Base64URL.encode(octets))")
        }
    }

    /// RFC 4648, section 10, without the padding, and the two characters that differ.
    @Test(arguments: [
        ("", ""), ("66", "Zg"), ("666f", "Zm8"), ("666f6f", "Zm9v"), ("666f6f62", "Zm9vYg"), ("666f6f6261", "Zm9vYmE"),
        ("666f6f626172", "Zm9vYmFy"), ("fb", "-w"), ("ff", "_w"), ("fbff", "-_8"), ("00", "AA"), ("000000", "AAAA"),
    ])
    func bytesAndTextGoBothWays(_ bytes: String, _ text: String) throws {
        #expect(Base64URL.encode(hex(bytes)) == text)
        #expect(try Base64URL.decode(text) == hex(bytes))
    }

    @Test(arguments: [
        "Zg==", "Zm8=", "=", "Z", "Zm9vY", "Zm9v ", " Zm9v", "Zm\n9v", "Zm+v", "Zm/v", "Zm.v", "Zh", "Zm9", "Zk",
        "Zm9vé",
        "Zm9v\u{0}", "Zm9v\u{212A}",
    ])
    func anyOtherTextIsRefused(_ text: String) {
        #expect(throws: WireError.invalid(field: "challenge")) { try Base64URL.decode(text, field: "challenge") }
    }

    /// No two texts stand for the same bytes.
    @Test func everyTextThatIsReadIsTheOneThatIsWritten() {
        let alphabet = Array("AQgwZ-_9")
        for first in alphabet {
            for second in alphabet {
                for third in alphabet {
                    for text in ["\(first)\(second)", "\(first)\(second)\(third)", "\(first)\(second)\(third)A"] {
                        guard let bytes = try? Base64URL.decode(text) else { continue }
                        #expect(Base64URL.encode(bytes) == text)
                    }
                }
            }
        }
    }

    @Test func everyLengthGoesBothWays() throws {
        var generator = SeededGenerator(seed: 5)
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(try Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
    }
}
