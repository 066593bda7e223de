import ChaveBase
import Testing

@testable import HTTPKernel

/// Whose address a request counts for.
struct ClientAddressTests {
    private static let proxy = "10.0.0.1"

    @Test(arguments: [
        // Nobody trusted said it.
        ("203.0.113.7", "198.51.100.1", "203.0.113.7"),
        (proxy, "198.51.100.1", "198.51.100.1"),
        // What stands further left was written by the client.
        (proxy, "1.1.1.1, 198.51.100.1", "198.51.100.1"),
        (proxy, "198.51.100.1, 10.0.0.2", "198.51.100.1"),
        (proxy, "198.51.100.1:4711", "198.51.100.1"),
        (proxy, "[2001:db8::1]:4711", "2001:db8::1"),
        (proxy, "2001:db8::1", "2001:db8::1"),
        (proxy, "unknown", proxy), (proxy, "", proxy), (proxy, "1.1.1.1, nonsense", proxy), (proxy, ",", proxy),
        (proxy, "10.0.0.3, 10.0.0.2", proxy),
    ])
    func theLastUntrustedHopIsTheClient(_ peer: String, _ header: String, _ client: String) throws {
        let proxies = try #require(TrustedProxies(["10.0.0.0/8"], header: .xForwardedFor))
        let headers = [(name: "x-forwarded-for", value: header), (name: "forwarded", value: "for=9.9.9.9")]
        #expect(proxies.client(peer: peer, headers: headers) == IPAddress(client))
    }

    @Test(arguments: [
        ("for=198.51.100.1", "198.51.100.1"), ("For=\"198.51.100.1:80\";proto=https", "198.51.100.1"),
        ("by=10.0.0.1;for=\"[2001:db8::1]\"", "2001:db8::1"), ("for=1.1.1.1, for=198.51.100.1", "198.51.100.1"),
        ("for=_hidden", proxy), ("proto=https", proxy),
    ])
    func theStandardHeaderIsReadWhereItIsTheOneNamed(_ header: String, _ client: String) throws {
        let proxies = try #require(TrustedProxies(["10.0.0.0/8"], header: .forwarded))
        let headers = [(name: "x-forwarded-for", value: "9.9.9.9"), (name: "forwarded", value: header)]
        #expect(proxies.client(peer: ClientAddressTests.proxy, headers: headers) == IPAddress(client))
    }

    @Test func whoTrustsNobodyTakesThePeer() {
        let headers = [(name: "x-forwarded-for", value: "9.9.9.9")]
        #expect(TrustedProxies.none.client(peer: "127.0.0.1", headers: headers) == IPAddress("127.0.0.1"))
        #expect(TrustedProxies.none.client(peer: nil, headers: headers) == nil)
    }

    @Test func aListThatCannotBeReadIsRefused() {
        #expect(TrustedProxies(["10.0.0.0/8", "x"], header: .forwarded) == nil)
    }
}
