import ChaveBase
import Testing
import Webhooks

/// Which addresses a webhook may go to (W-12 and the threat "webhook to the inside").
@Suite struct AddressTests {
    @Test(arguments: [
        "0.0.0.0", "0.255.255.255", "10.0.0.1", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1",
        "127.255.255.254", "169.254.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8",
        "192.0.0.170", "192.0.2.1", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.168.0.1", "192.168.255.255",
        "192.175.48.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1",
        "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:8.8.8.8",
        "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::ffff:0:8.8.8.8", "64:ff9b::8.8.8.8", "64:ff9b::7f00:1",
        "64:ff9b:1::1", "64:ff9b:1:ffff::10.0.0.1", "100::1", "100:0:0:1::1", "2001::1", "2001:0:53aa:64c:0:0:0:1",
        "2001:2::1", "2001:10::1", "2001:20::1", "2001:1ff::1", "2001:db8::1", "2001:db8:ffff::1", "2002::1",
        "2002:7f00:1::1", "2002:a9fe:a9fe::", "2620:4f:8000::1", "3ffe::1", "3fff::1", "3fff:fff::1", "5f00::1",
        "4000::1", "fc00::1", "fd00:ec2::254", "fe80::1", "febf::1", "fec0::1", "ff02::1", "ff0e::1",
    ])
    func whatIsNotPublicIsNotDialled(_ text: String) throws {
        #expect(try !#require(IPAddress(text)).isPublic)
    }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.1", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.1", "192.0.3.1",
        "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "203.0.112.255", "203.0.114.0",
        "223.255.255.255", "2001:200::1", "2001:4860:4860::8888", "2001:db7:ffff::1", "2001:db9::1", "2003::1",
        "2606:4700:4700::1111", "2620:4e::1", "2800:3f0:4001::1", "2a00:1450::1", "3ffd::1",
    ])
    func whatIsPublicIsDialled(_ text: String) throws {
        #expect(try #require(IPAddress(text)).isPublic)
    }

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
}
