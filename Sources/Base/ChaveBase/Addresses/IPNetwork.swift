/// A range of addresses, such as `10.0.0.0/8` (RFC 4632), or one address.
public struct IPNetwork: Hashable, Sendable {
    private let base: IPAddress
    private let length: Int

    /// Reads an address, or an address and the number of its first bits that count; `nil` for anything else.
    ///
    /// An IPv4-mapped base counts as the IPv4 address, and the length then counts the bits of that IPv4 address.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let base = IPAddress(parts[0])?.unmapped else { return nil }
        self.base = base
        let width = base.bytes.count * 8
        guard parts.count == 2 else {
            length = width
            return
        }
        guard !parts[1].isEmpty, parts[1].utf8.allSatisfy(isDigit), let given = Int(parts[1]), given <= width else {
            return nil
        }
        length = given
    }

    /// A network that the source code contains as a literal.
    ///
    /// - Precondition: the text is a network.
    public static func literal(_ text: StaticString) -> IPNetwork {
        guard let network = IPNetwork(String(describing: text)) else { preconditionFailure("\(text) is no network") }
        return network
    }

    /// Whether `address` begins with the network's bits; an IPv4-mapped address counts as the IPv4 address.
    public func contains(_ address: IPAddress) -> Bool {
        switch (base, address.unmapped) {
        case (.v4(let mine), .v4(let other)):
            // A shift by the whole width gives zero: the comparison then covers no bit.
            (mine ^ other) & (UInt32.max << UInt32(32 - length)) == 0
        case (.v6(let high, let low), .v6(let otherHigh, let otherLow)):
            (high ^ otherHigh) & (UInt64.max << UInt64(max(0, 64 - length))) == 0
                && (low ^ otherLow) & (UInt64.max << UInt64(128 - max(64, length))) == 0
        case (.v4, .v6), (.v6, .v4): false
        }
    }
}
