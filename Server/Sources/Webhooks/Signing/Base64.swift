import ChaveWire

/// Base64 with the standard alphabet and padding (RFC 4648, section 4), as Standard Webhooks writes it.
enum Base64 {
    static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text = Base64URL.encode(bytes).utf8.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
        return String(decoding: text, as: UTF8.self)
    }

    /// `nil` when it is not base64; the padding may be missing, but what is there must be right.
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let bytes = Array(text.utf8)
        let padding = bytes.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard padding == 0 || (padding <= 2 && bytes.count % 4 == 0) else { return nil }
        let body = bytes.dropLast(padding)
        guard !body.contains(UInt8(ascii: "-")), !body.contains(UInt8(ascii: "_")) else { return nil }
        let urlSafe = body.map { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        return try? Base64URL.decode(String(decoding: urlSafe, as: UTF8.self))
    }
}
