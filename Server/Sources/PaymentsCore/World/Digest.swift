import ChaveWire
import Crypto

/// A SHA-256 digest.
public struct Digest: Hashable, Sendable, Codable {
    public let octets: Octets

    public var bytes: [UInt8] { octets.bytes }

    /// - Precondition: 32 bytes.
    public init(bytes: [UInt8]) {
        precondition(bytes.count == 32, "a SHA-256 digest has 32 bytes")
        octets = Octets(bytes)
    }

    public init(of bytes: [UInt8]) {
        octets = Octets(Array(SHA256.hash(data: bytes)))
    }

    public init(ofText text: String) { self.init(of: Array(text.utf8)) }

    /// The digest of several parts, each preceded by its length, so that no two lists of parts run together.
    public init(ofParts parts: [[UInt8]]) {
        var hash = SHA256()
        for part in parts { part.withUnsafeBytes { hash.addPart($0) } }
        octets = Octets(Array(hash.finalize()))
    }

    /// The same of texts, whose parts are their UTF-8, and of digests after them.
    init(ofTexts texts: [String], _ digests: Digest...) {
        var hash = SHA256()
        for var text in texts { text.withUTF8 { hash.addPart(UnsafeRawBufferPointer($0)) } }
        for digest in digests { digest.bytes.withUnsafeBytes { hash.addPart($0) } }
        octets = Octets(Array(hash.finalize()))
    }

    public init(from decoder: any Decoder) throws {
        let octets = try Octets(from: decoder)
        guard octets.bytes.count == 32 else { throw WireError.invalid(field: "digest") }
        self.octets = octets
    }

    public func encode(to encoder: any Encoder) throws { try octets.encode(to: encoder) }

    /// Compares without telling by time where two digests differ.
    public func equalsInConstantTime(_ other: Digest) -> Bool {
        var difference: UInt8 = 0
        for (mine, theirs) in zip(bytes, other.bytes) { difference |= mine ^ theirs }
        return difference == 0
    }
}

extension SHA256 {
    fileprivate mutating func addPart(_ part: UnsafeRawBufferPointer) {
        withUnsafeBytes(of: UInt64(part.count).bigEndian) { update(bufferPointer: $0) }
        update(bufferPointer: part)
    }
}
