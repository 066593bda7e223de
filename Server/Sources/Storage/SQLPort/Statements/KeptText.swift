/// Encodes NUL characters, so that both databases store a text completely.
///
/// A caller may send a NUL: SQLite's library ends a text there, and PostgreSQL refuses it. NUL becomes U+001A and `0`,
/// and U+001A becomes U+001A and `1`. All other texts stay the same, and no two texts become the same one.
package enum KeptText {
    private static let mark: UInt8 = 0x1A

    package static func written(_ text: String) -> String {
        guard hasAny(of: 0, mark, text) else { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0: bytes += [mark, UInt8(ascii: "0")]
            case mark: bytes += [mark, UInt8(ascii: "1")]
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Decodes a stored text; a text that `written(_:)` never returns stays as it is.
    package static func read(_ text: String) -> String {
        guard hasAny(of: mark, mark, text) else { return text }
        var bytes: [UInt8] = []
        var isMarked = false
        for byte in text.utf8 {
            switch (isMarked, byte) {
            case (false, mark): isMarked = true
            case (false, _): bytes.append(byte)
            case (true, UInt8(ascii: "0")), (true, UInt8(ascii: "1")):
                bytes.append(byte == UInt8(ascii: "0") ? 0 : mark)
                isMarked = false
            case (true, _): return text
            }
        }
        return isMarked ? text : String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a text has one of two bytes; checks eight bytes at a time, because most texts are long and have neither.
    private static func hasAny(of one: UInt8, _ other: UInt8, _ text: String) -> Bool {
        let found = text.utf8.withContiguousStorageIfAvailable { bytes in
            let raw = UnsafeRawBufferPointer(bytes)
            let words = raw.count / 8
            for word in 0..<words {
                let eight = raw.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self)
                if hasZero(eight ^ repeated(one)) || hasZero(eight ^ repeated(other)) { return true }
            }
            return raw[(words * 8)...].contains { $0 == one || $0 == other }
        }
        return found ?? text.utf8.contains { $0 == one || $0 == other }
    }

    private static func repeated(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// Whether one of the eight bytes is zero.
    private static func hasZero(_ eight: UInt64) -> Bool {
        (eight &- 0x0101_0101_0101_0101) & ~eight & 0x8080_8080_8080_8080 != 0
    }
}
