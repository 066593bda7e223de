/// Base64 with the standard alphabet (RFC 4648, section 4), for certificates, signatures, webhook secrets and HTTP
/// Basic.
///
/// Everything else in this project uses ``Base64URL``.
///
/// Each sequence of bytes has exactly one text: decoding refuses the URL-safe alphabet, white space and non-zero
/// left-over bits.
public enum Base64 {
    /// Whether the `=` at the end must be there.
    public enum Padding: Sendable {
        /// A text without padding is refused.
        case required
        /// The padding may be absent, but present padding must be right.
        case optional
    }

    /// Encodes with the standard alphabet and padding.
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

    /// Decodes `text`; `nil` when it is not base64.
    public static func decode(_ text: some StringProtocol, padding: Padding = .required) -> [UInt8]? {
        var digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 4) || padding == .optional && digits.last != UInt8(ascii: "=") else {
            return nil
        }
        for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
        for index in digits.indices {
            switch digits[index] {
            case UInt8(ascii: "-"), UInt8(ascii: "_"): return nil
            case UInt8(ascii: "+"): digits[index] = UInt8(ascii: "-")
            case UInt8(ascii: "/"): digits[index] = UInt8(ascii: "_")
            default: break
            }
        }
        return Base64URL.decode(slice: digits[...])
    }
}
