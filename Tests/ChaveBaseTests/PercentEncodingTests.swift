import ChaveBase
import Testing

/// Names and values of queries and forms.
struct PercentEncodingTests {
    @Test(arguments: [
        ("", ""), ("a+b", "a b"), ("a%20b", "a b"), ("%2B", "+"), ("%2b", "+"), ("%C3%A7", "ç"), ("ç", "ç"),
        ("%00", "\0"), ("a=b", "a=b"),
    ])
    func whatIsWellFormedIsDecoded(_ text: String, _ decoded: String) {
        #expect(PercentEncoding.decode(bytes: text.utf8, plusIsSpace: true) == decoded)
    }

    @Test(arguments: ["%", "%2", "a%", "%G0", "%0G", "%+0", "%C3", "%FF", "%C0%80", "%ED%A0%80", "%%20"])
    func whatIsNotIsRefused(_ text: String) {
        #expect(PercentEncoding.decode(bytes: text.utf8, plusIsSpace: true) == nil)
    }

    @Test func everyTextComesBack() {
        let text = String(String.UnicodeScalarView((0...0x2FF).compactMap(Unicode.Scalar.init)))
        let encoded = PercentEncoding.encode(text)
        #expect(encoded.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x2B && $0 != 0x26 && $0 != 0x3D })
        #expect(PercentEncoding.decode(bytes: encoded.utf8, plusIsSpace: true) == text)
    }

    @Test(arguments: ["%", "%4", "%G0", "%FF"]) func brokenEscapesAreNoText(_ text: String) {
        #expect(PercentEncoding.decode(text) == nil)
    }

    @Test func plusIsASpaceInAQueryOnly() {
        #expect(PercentEncoding.decode("a+b%2B", plusIsSpace: true) == "a b+")
        #expect(PercentEncoding.decode("a+b%2B") == "a+b+")
    }
}
