/// Percent-encoding of URL components and forms (RFC 3986, section 2; URL Standard, section 5).
public enum PercentEncoding {
    /// Encodes everything except unreserved characters, so that a value stays inside its URL component.
    public static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Decodes `component`; `nil` when an escape is broken or the bytes are not UTF-8.
    ///
    /// Set `plusIsSpace` for query items and forms, where `+` is a space.
    public static func decode(_ component: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        decode(bytes: component.utf8, plusIsSpace: plusIsSpace)
    }

    /// Decodes a component that is given as bytes, with the same rules.
    public static func decode(bytes component: some Sequence<UInt8>, plusIsSpace: Bool = false) -> String? {
        var bytes: [UInt8] = []
        var rest = component.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(hexValue), let low = rest.next().flatMap(hexValue) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return String(strictUTF8: bytes[...])
    }

    /// Letters, digits, `-`, `.`, `_` and `~` (RFC 3986, section 2.3).
    public static func isUnreserved(_ byte: UInt8) -> Bool {
        isDigit(byte) || isLowercase(byte) || isUppercase(byte) || "-._~".utf8.contains(byte)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
