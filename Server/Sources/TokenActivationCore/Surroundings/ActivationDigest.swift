import ChaveWire
import Crypto

/// A SHA-256 digest: what secrets and requests are kept and compared by.
public struct ActivationDigest: Hashable, Sendable {
    public let bytes: [UInt8]

    /// `nil` unless there are 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    public init(of bytes: [UInt8]) { self.bytes = Array(SHA256.hash(data: bytes)) }

    public init(ofText text: String) { self.init(of: Array(text.utf8)) }

    /// The digest of several parts, each preceded by its length, so that no two lists of parts run together.
    public init(ofParts parts: [[UInt8]]) {
        var hash = SHA256()
        for part in parts {
            hash.update(data: withUnsafeBytes(of: UInt64(part.count).bigEndian, Array.init))
            hash.update(data: part)
        }
        bytes = Array(hash.finalize())
    }

    /// The same over texts.
    public init(ofTexts texts: [String]) { self.init(ofParts: texts.map { Array($0.utf8) }) }

    /// Base64url, 43 characters.
    public var text: String { Base64URL.encode(bytes) }
}
