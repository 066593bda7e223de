/// Base64 with the standard alphabet and padding (RFC 4648, section 4), in which certificates, signatures and HTTP Basic
/// travel; everything else here is ``Base64URL``.
///
/// One text stands for one sequence of bytes: missing padding, the URL-safe alphabet, white space and non-zero left-over
/// bits are refused.
public enum Base64 {
    /// The standard alphabet, with padding.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text = Base64URL.encode(bytes).utf8.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        text += Array(repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes behind `text`; `nil` when it is not base64.
    public static func decode(_ text: String) -> [UInt8]? {
        var bytes = Array(text.utf8)
        guard bytes.count.isMultiple(of: 4), !bytes.contains(where: { "-_".utf8.contains($0) }) else { return nil }
        for _ in 0..<2 where bytes.last == UInt8(ascii: "=") { bytes.removeLast() }
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "+"): bytes[index] = UInt8(ascii: "-")
            case UInt8(ascii: "/"): bytes[index] = UInt8(ascii: "_")
            default: break
            }
        }
        return Base64URL.decode(slice: bytes[...])
    }
}
