import ChaveBase
import Testing

@testable import ServerHTTP

/// Whose address a request counts for.
struct ClientAddressTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.0.0.1", "10.0.0.1", true),
        ("10.0.0.1", "10.0.0.2", false), ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "2001:db8::1", false),
        ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::1", false),
        ("::/0", "2001:db8::1", true), ("192.168.1.128/25", "192.168.1.127", false),
        ("192.168.1.128/25", "192.168.1.128", true), ("10.0.0.0/8", "::ffff:10.1.2.3", true),
        ("2001:db8::/65", "2001:db8::8000:0:0:1", false), ("2001:db8::/65", "2001:db8::7000:0:0:1", true),
    ])
    func aNetworkHoldsItsOwnAddresses(_ network: String, _ address: String, _ isIn: Bool) throws {
        let network = try #require(IPNetwork(network))
        #expect(network.contains(try #require(IPAddress(address))) == isIn)
    }

    @Test(arguments: [
        "", "10.0.0", "10.0.0.0/33", "10.0.0.0/-1", "::/129", "a.example", "10.0.0.0/", "1.2.3.4:80", "/8",
    ])
    func whatIsNoNetworkIsNone(_ text: String) { #expect(IPNetwork(text) == nil) }

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

    @Test(arguments: [
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::"), ("192.0.2.5", "192.0.2.5"), ("2001:db8:1:3::", "2001:db8:1:3::"),
    ])
    func aSubscriberHas64BitsOrOneAddress(_ address: String, _ subscriber: String) {
        #expect(IPAddress(address)?.subscriber == IPAddress(subscriber))
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("::ffff:127.0.0.1", true),
        ("128.0.0.1", false), ("::", false), ("0.0.0.0", false), ("::2", false),
    ])
    func loopbackIsOnlyThisMachine(_ address: String, _ isLoopback: Bool) {
        #expect(IPAddress(address)?.isLoopback == isLoopback)
    }
}
