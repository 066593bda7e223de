import ChaveWire

/// Base64 with the alphabet of RFC 4648, section 4, and its padding: one text for one sequence of bytes.
enum StandardBase64 {
    static func decode(_ text: String) -> [UInt8]? {
        var bytes = Array(text.utf8)
        guard bytes.count.isMultiple(of: 4), !bytes.contains(where: { "-_".utf8.contains($0) }) else { return nil }
        let padding = bytes.suffix(2).filter { $0 == UInt8(ascii: "=") }.count
        bytes.removeLast(padding)
        let urlSafe = bytes.map { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        return try? Base64URL.decode(String(decoding: urlSafe, as: UTF8.self))
    }
}
