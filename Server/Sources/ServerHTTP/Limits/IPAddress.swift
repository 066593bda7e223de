import Foundation

/// An address of the network layer as 16 bytes; IPv4 in its mapped form, so that both are compared alike.
struct IPAddress: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// `nil` for what is no address: a name, a port beside it, a zone.
    init?(_ text: some StringProtocol) {
        let text = String(text)
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(UInt32(bigEndian: four.s_addr)))
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: &six) { Array($0) }
        self.init(high: IPAddress.number(bytes[0..<8]), low: IPAddress.number(bytes[8..<16]))
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// In the order of the network.
    var bytes: [UInt8] {
        [high, low].flatMap { half in withUnsafeBytes(of: half.bigEndian, Array.init) }
    }

    var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    var isLoopback: Bool { isIPv4 ? (low >> 24) & 0xFF == 127 : high == 0 && low == 1 }

    /// Of a network that the internet does not route (RFC 1918, RFC 4193, RFC 6598), or of this link alone.
    var isPrivate: Bool { IPNetwork.privateNetworks.contains { $0.contains(self) } }

    /// What one customer of a network has: an IPv4 address, or 64 bits of IPv6, in which a machine takes any it likes.
    var subscriber: IPAddress { isIPv4 ? self : IPAddress(high: high, low: 0) }
}

/// A range of addresses such as `10.0.0.0/8`, or one address.
struct IPNetwork: Hashable, Sendable {
    private let base: IPAddress
    private let bits: Int

    fileprivate static let privateNetworks = [
        "10.0.0.0/8", "100.64.0.0/10", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fe80::/10",
    ].compactMap { IPNetwork($0) }

    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let base = IPAddress(parts[0]) else { return nil }
        let width = base.isIPv4 ? 32 : 128
        guard parts.count == 2 else {
            self.init(base: base, bits: 128)
            return
        }
        guard let given = Int(parts[1]), (0...width).contains(given), parts[1].allSatisfy(\.isNumber) else {
            return nil
        }
        self.init(base: base, bits: given + 128 - width)
    }

    private init(base: IPAddress, bits: Int) {
        self.base = base
        self.bits = bits
    }

    func contains(_ address: IPAddress) -> Bool {
        // Shifting by the whole width gives zero: then nothing is compared.
        let high = UInt64.max << UInt64(max(0, 64 - bits))
        let low = UInt64.max << UInt64(max(0, 128 - max(bits, 64)))
        return (base.high ^ address.high) & high == 0 && (base.low ^ address.low) & low == 0
    }
}
