/// The percent-encoding of RFC 3986, section 2.1.
enum PercentEncoding {
    static func isUnreserved(_ byte: UInt8) -> Bool {
        isDigit(byte) || isLowercase(byte) || isUppercase(byte) || "-._~".utf8.contains(byte)
    }

    /// Everything but unreserved characters is encoded, so that the result may stand anywhere in a URL.
    static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(hexDigits[Int(byte >> 4)])
                bytes.append(hexDigits[Int(byte & 0x0F)])
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text behind a query's name or value, in which `+` is a space; `nil` for a broken escape or broken UTF-8.
    static func decodeForm(_ bytes: ArraySlice<UInt8>) -> String? {
        var decoded: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(hexValue), let low = rest.popFirst().flatMap(hexValue) else {
                    return nil
                }
                decoded.append(high << 4 | low)
            default: decoded.append(byte)
            }
        }
        let text = String(decoding: decoded, as: UTF8.self)
        return text.utf8.elementsEqual(decoded) ? text : nil
    }

    static func hexValue(_ byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte - UInt8(ascii: "0") }
        let lower = byte | 0x20
        guard (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(lower) else { return nil }
        return lower - UInt8(ascii: "a") + 10
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
}
