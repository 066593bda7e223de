import ChavePixModel
import PaymentsCore
import Testing

@testable import HTTPKernel

/// The header `Host`, and the names that a server goes by.
struct HostFieldTests {
    @Test(arguments: [
        "localhost", "localhost:8080", "pay.example.com", "PAY.Example.com:443", "127.0.0.1", "127.0.0.1:1", "[::1]",
        "[::1]:8080", "a_b-c.d:65535", "a:", "xn--caf-dma.example",
    ])
    func aNameOrAnAddressWithOrWithoutItsPortIsWellFormed(_ text: String) {
        #expect(HostField.isWellFormed(text))
    }

    @Test(arguments: [
        "", ":80", "a b", "a,b", "a/b", "user@a", "a:b", "a:99999", "a:-1", "a:80:80", "[::1", "::1", "[127.0.0.1]",
        "[::1]x", "[]", "caf\u{E9}.example", "a%20b", "http://a", String(repeating: "a", count: 254), "a\u{7F}",
    ])
    func whatNoHostIsCalledIsMalformed(_ text: String) {
        #expect(!HostField.isWellFormed(text))
    }

    private static let names = ServerNames(
        baseURL: "https://pay.example.com:8443/base",
        others: ["chave.internal", "0.0.0.0", "::"]
    )

    @Test(arguments: [
        "pay.example.com", "PAY.example.com.", "pay.example.com:8443", "pay.example.com:80", "localhost",
        "localhost:9000", "shop.localhost", "127.0.0.1:8080", "[::1]:8080", "203.0.113.7", "[2001:db8::7]",
        "chave.internal:9464", nil,
    ])
    func itsOwnNamesAndEveryAddressAreTheServers(_ host: String?) {
        #expect(Self.names.includes(host))
    }

    /// DNS rebinding: a page's own name leads here, and the browser sends it as Host.
    @Test(arguments: [
        "evil.example", "pay.example.com.evil.example", "example.com", "notlocalhost", "localhost.evil.example",
        "127.0.0.1.evil.example", "internal",
    ])
    func aNameOfAnotherSiteIsNone(_ host: String) {
        #expect(!Self.names.includes(host))
        #expect(Self.names.refusal.status == 421)
    }
}
