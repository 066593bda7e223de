import ChaveBase
import ChaveTransport
import Testing

@Suite struct AddressTests {
    @Test(
        arguments: [
            ("https://api.example.com", "https://api.example.com"),
            ("HTTPS://API.example.com/", "https://api.example.com"),
            ("https://api.example.com:8443/base/", "https://api.example.com:8443/base"),
            ("http://localhost:8080", "http://localhost:8080"), ("http://127.0.0.1", "http://127.0.0.1"),
            ("http://127.255.3.4:1", "http://127.255.3.4:1"), ("http://[::1]:8080/", "http://[::1]:8080"),
            ("http://bank.localhost", "http://bank.localhost"),
        ]
    )
    func anAddressIsTaken(_ text: String, _ expected: String) throws { #expect(try BaseURL(text).text == expected) }

    @Test(
        arguments: [
            ("api.example.com", BaseURL.Refusal.notAbsolute), ("ftp://a.example", .unsupportedScheme),
            ("https://", .invalidHost), ("https://user@a.example", .invalidHost), ("https://a b.example", .invalidHost),
            ("https://a.example:0", .invalidPort), ("https://a.example:70000", .invalidPort),
            ("https://a.example:", .invalidPort), ("https://a.example/?q", .invalidPath),
            ("https://a.example/#f", .invalidPath), ("https://a.example/%41", .invalidPath),
            ("http://a.example", .insecure), ("http://127.0.0.1.example", .insecure),
            ("http://localhost.example", .insecure),
            ("http://128.0.0.1", .insecure), ("http://127.1", .insecure), ("https://[::1", .invalidHost),
            ("", .notAbsolute),
            ("https://loc\u{212A}.example", .invalidHost),
        ]
    )
    func anAddressIsRefused(_ text: String, _ refusal: BaseURL.Refusal) {
        #expect(throws: refusal) { try BaseURL(text) }
    }

    @Test func aQueryIsEncodedSoThatNothingLeavesItsPlace() throws {
        let url = try BaseURL("https://a.example").appending(path: "/x/", query: [("device_id", "a&b=c/é +")])
        #expect(url == "https://a.example/x/?device_id=a%26b%3Dc%2F%C3%A9%20%2B")
    }

    @Test func headerNamesIgnoreASCIICaseOnly() {
        var headers: HTTPHeaders = ["Retry-After": "1"]
        #expect(headers["retry-AFTER"] == "1")
        headers["RETRY-after"] = "2"
        #expect(headers.all.count == 1)
        #expect(HTTPHeaders(dictionaryLiteral: ("\u{212A}ey", "x"))["key"] == nil)
    }
}
