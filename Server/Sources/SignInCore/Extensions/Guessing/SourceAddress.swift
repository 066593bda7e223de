/// Where a request came from, as far as guesses are counted by it.
///
/// A network gives one home a /64 of IPv6 or more (RFC 6177), so all addresses of a /64 count as one; an IPv4 address that is
/// written as IPv6 (RFC 4291, section 2.5.5.2) counts as what it is.
public struct SourceAddress: Hashable, Sendable {
    let counted: [UInt8]

    /// 4 bytes or 16, as they stand in the packet; `nil` for anything else.
    public init?(bytes: [UInt8]) {
        switch bytes.count {
        case 4: counted = bytes
        case 16 where bytes.starts(with: SourceAddress.mapped): counted = Array(bytes.suffix(4))
        case 16: counted = Array(bytes.prefix(8))
        default: return nil
        }
    }

    private static let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
}
