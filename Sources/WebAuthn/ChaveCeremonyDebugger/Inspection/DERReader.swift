/// Reads the outer elements of DER, as far as signatures and the recognition of certificates need them.
enum DERReader {
    /// Whether the bytes begin like a SEQUENCE of two INTEGERs.
    static func isSignature(_ bytes: [UInt8]) -> Bool {
        guard let body = content(0x30, bytes[...])?.content else { return false }
        return body.first == 0x02 && integers(body) != nil
    }

    /// Whether the bytes are one SEQUENCE that begins with another, as a certificate does.
    static func isSequence(_ bytes: [UInt8]) -> Bool {
        guard let outer = content(0x30, bytes[...]), outer.rest.isEmpty else { return false }
        return outer.content.first == 0x30
    }

    /// r and s as they are encoded.
    static func integers(_ body: ArraySlice<UInt8>) -> (r: ArraySlice<UInt8>, s: ArraySlice<UInt8>, rest: Int)? {
        guard let r = content(0x02, body), let s = content(0x02, r.rest) else { return nil }
        return (r.content, s.content, s.rest.count)
    }

    /// The content after a tag and its length, and the bytes after the content.
    static func content(
        _ tag: UInt8,
        _ bytes: ArraySlice<UInt8>
    ) -> (content: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
        var rest = bytes
        guard rest.popFirst() == tag, let first = rest.popFirst() else { return nil }
        var length = Int(first)
        if first >= 0x80 {
            let size = Int(first & 0x7F)
            guard (1...4).contains(size), rest.count >= size else { return nil }
            length = rest.prefix(size).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(size)
        }
        guard length <= rest.count else { return nil }
        return (rest.prefix(length), rest.dropFirst(length))
    }
}
