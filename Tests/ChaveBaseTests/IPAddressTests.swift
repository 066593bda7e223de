import ChaveBase
import Testing

/// Addresses and networks as text, as bytes, and as the server counts them.
struct IPAddressTests {
    @Test(arguments: ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
    func thisMachineIsLoopback(_ text: String) throws {
        #expect(try #require(IPAddress(text)).isLoopback)
    }

    @Test(arguments: ["126.0.0.1", "128.0.0.1", "::2", "::", "::ffff:126.0.0.1", "::127.0.0.1", "10.0.0.1", "fe80::1"])
    func otherMachinesAreNot(_ text: String) throws {
        #expect(try !#require(IPAddress(text)).isLoopback)
    }

    @Test(arguments: [
        "", "1", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.1.1.1", "1.1.1.0x1", "1..1.1", "+1.1.1.1", ":::", "1::2::3",
        "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", "g::", "::1%eth0", "[::1]", "1.2.3.4::", "::+1", "::1.2.3",
        "１.1.1.1",
    ])
    func whatIsNoAddressIsNone(_ text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test func textAndBytesAreTheSameAddress() {
        #expect(
            IPAddress("2001:db8::ff00:42:8329")
                == .v6(high: 0x2001_0DB8_0000_0000, low: 0x0000_FF00_0042_8329)
        )
        #expect(IPAddress("::ffff:1.2.3.4") == .v6(high: 0, low: 0xFFFF_0102_0304))
        #expect(IPAddress("::ffff:1.2.3.4")?.unmapped == .v4(0x0102_0304))
        #expect(IPAddress(bytes: [1, 2, 3, 4]) == IPAddress("1.2.3.4"))
        #expect(IPAddress(bytes: [1, 2, 3]) == nil)
    }

    @Test(arguments: [
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::"), ("192.0.2.5", "192.0.2.5"), ("2001:db8:1:3::", "2001:db8:1:3::"),
    ])
    func aSubscriberHas64BitsOrOneAddress(_ address: String, _ subscriber: String) {
        #expect(IPAddress(address)?.subscriber == IPAddress(subscriber))
    }

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

    /// RFC 5952, sections 4 and 5.
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("::", "::"), ("::1", "::1"), ("2001:db8::", "2001:db8::"),
        ("2001:0DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
        ("2001:db8:0:0:1:0:0:0", "2001:db8:0:0:1::"), ("::ffff:192.0.2.1", "::ffff:c000:201"),
    ])
    func anAddressHasOneText(_ text: String, _ canonical: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.text == canonical)
        #expect(IPAddress(address.text) == address)
    }
}
