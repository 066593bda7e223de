/// A SHA-256 digest, by which secrets, requests and lists of parts are stored and compared.
///
/// It holds a digest and makes none: this floor knows no cryptography.
public struct Digest: Hashable, Sendable, Codable {
    /// 32 bytes.
    public let bytes: [UInt8]

    /// `nil` unless there are 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// A digest that was just made, or drawn at random.
    ///
    /// - Precondition: 32 bytes.
    public init(trusting bytes: [UInt8]) {
        precondition(bytes.count == 32, "a SHA-256 digest has 32 bytes")
        self.bytes = bytes
    }

    /// Base64url, 43 characters.
    public var text: String { Base64URL.encode(bytes) }

    /// Compares without telling by time where two digests differ.
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
