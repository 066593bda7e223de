/// Where a request came from, as far as guesses are counted by it and browsers compared with devices.
///
/// A network gives one home a /64 of IPv6 or more (RFC 6177), so all addresses of a /64 count as one; an IPv4 address that is
/// written as IPv6 (RFC 4291, section 2.5.5.2) counts as what it is.
public struct SourceAddress: Hashable, Sendable {
    let counted: [UInt8]

    /// 4 bytes or 16, as they stand in the packet; `nil` for anything else.
    public init?(bytes: [UInt8]) {
        switch bytes.count {
        case 4: counted = bytes
        case 16: counted = SourceAddress.counted(ofSixteen: bytes)
        default: return nil
        }
    }

    /// The halves of an address of 128 bits, the first one first.
    public init(high: UInt64, low: UInt64) {
        let bytes = [high, low].flatMap { half in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> UInt64($0)) }
        }
        counted = SourceAddress.counted(ofSixteen: bytes)
    }

    /// What is kept of it for a comparison: of use with the same salt alone.
    func digest(saltedWith salt: SignInDigest) -> SignInDigest { SignInDigest(of: salt.bytes + counted) }

    private static func counted(ofSixteen bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: mapped) ? Array(bytes.suffix(4)) : Array(bytes.prefix(8))
    }

    private static let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
}
