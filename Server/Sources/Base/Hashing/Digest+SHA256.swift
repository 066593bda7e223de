public import ChaveBase

import struct Crypto.SHA256

/// Makes the digests that ``ChaveBase/Digest`` holds: SHA-256 (FIPS 180-4).
extension Digest {
    public init(of bytes: [UInt8]) { self.init(trusting: Array(SHA256.hash(data: bytes))) }

    public init(ofText text: String) { self.init(of: Array(text.utf8)) }

    /// The digest of several parts, each preceded by its length, so that no two lists of parts run together.
    public init(ofParts parts: [[UInt8]]) {
        var hash = SHA256()
        for part in parts { part.withUnsafeBytes { hash.addPart($0) } }
        self.init(trusting: Array(hash.finalize()))
    }

    /// The digest of texts in UTF-8 and of the digests after them, each part preceded by its length.
    public init(ofTexts texts: [String], _ digests: Digest...) {
        var hash = SHA256()
        for var text in texts { text.withUTF8 { hash.addPart(UnsafeRawBufferPointer($0)) } }
        for digest in digests { digest.bytes.withUnsafeBytes { hash.addPart($0) } }
        self.init(trusting: Array(hash.finalize()))
    }
}

extension SHA256 {
    fileprivate mutating func addPart(_ part: UnsafeRawBufferPointer) {
        withUnsafeBytes(of: UInt64(part.count).bigEndian) { update(bufferPointer: $0) }
        update(bufferPointer: part)
    }
}
