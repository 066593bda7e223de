/// A text as both databases keep it whole: a caller may send a NUL, where SQLite's library ends a text, and which PostgreSQL
/// refuses.
///
/// NUL becomes U+001A and `0`, and U+001A becomes U+001A and `1`. All other texts stay as they are, and no two texts become
/// the same one.
package enum KeptText {
    private static let mark: UInt8 = 0x1A

    package static func written(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0 || $0 == mark }) else { return text }
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

    /// The text that was written; what never was is read as it is.
    package static func read(_ text: String) -> String {
        guard text.utf8.contains(mark) else { return text }
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
}
