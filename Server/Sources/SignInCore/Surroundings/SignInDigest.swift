import ChaveWire
import Crypto

/// A SHA-256 digest: what a secret is stored and looked up by.
public struct SignInDigest: Hashable, Sendable {
    public let bytes: [UInt8]

    /// `nil` unless there are 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    public init(of bytes: [UInt8]) { self.bytes = Array(SHA256.hash(data: bytes)) }

    public init(ofText text: String) { self.init(of: Array(text.utf8)) }

    /// Base64url, 43 characters.
    public var text: String { Base64URL.encode(bytes) }

    /// Compares without telling by time where two digests differ.
    public func equalsInConstantTime(_ other: SignInDigest) -> Bool {
        var difference: UInt8 = 0
        for (mine, theirs) in zip(bytes, other.bytes) { difference |= mine ^ theirs }
        return difference == 0
    }
}
