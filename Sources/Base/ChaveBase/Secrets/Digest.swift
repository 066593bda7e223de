/// A SHA-256 digest; the products store and compare secrets, requests and lists of parts by their digests.
///
/// This type stores a digest and does not compute one: this module contains no cryptography.
public struct Digest: Hashable, Sendable, Codable {
    /// 32 bytes.
    public let bytes: [UInt8]

    /// `nil` unless there are 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// Creates a digest from bytes that were just computed or drawn at random.
    ///
    /// - Precondition: 32 bytes.
    public init(trusting bytes: [UInt8]) {
        precondition(bytes.count == 32, "a SHA-256 digest has 32 bytes")
        self.bytes = bytes
    }

    /// Base64url, 43 characters.
    public var text: String { Base64URL.encode(bytes) }

    /// Compares in constant time: the duration does not show where two digests differ.
    public func equalsInConstantTime(_ other: Digest) -> Bool {
        var difference: UInt8 = 0
        for (mine, theirs) in zip(bytes, other.bytes) { difference |= mine ^ theirs }
        return difference == 0
    }

    public init(from decoder: any Decoder) throws {
        guard let digest = Digest(bytes: try Octets(from: decoder).bytes) else {
            throw WireError.invalid(field: "digest")
        }
        self = digest
    }

    public func encode(to encoder: any Encoder) throws { try Octets(bytes).encode(to: encoder) }
}
