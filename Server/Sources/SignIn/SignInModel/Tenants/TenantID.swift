import ChaveBase

/// The name of a tenant: one label of a domain name (RFC 1035, section 2.3.1), in lower case.
///
/// The name is part of the issuer's address and of each certificate's name constraint. The SDK calls it the
/// credential's handle.
public struct TenantID: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    /// `nil` unless the text has 1 to 63 letters `a` to `z`, digits and inner hyphens.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        let isAlphanumeric: (UInt8) -> Bool = { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        guard (1...63).contains(bytes.count), let first = bytes.first, let last = bytes.last,
            isAlphanumeric(first), isAlphanumeric(last),
            bytes.allSatisfy({ isAlphanumeric($0) || $0 == UInt8(ascii: "-") })
        else { return nil }
        self.text = text
    }

    public var description: String { text }
}
