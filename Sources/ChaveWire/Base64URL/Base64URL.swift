/// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5; WebAuthn Level 3, section 3).
///
/// One text stands for one sequence of bytes: padding, foreign characters, white space and non-zero left-over bits are
/// refused, so that two different texts never compare as the same identifier.
public enum Base64URL {
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        let size = (bytes.count * 4 + 2) / 3
        return String(unsafeUninitializedCapacity: size) { text in
            var written = 0
            var pending: UInt32 = 0
            var pendingBits = 0
            for byte in bytes {
                pending = (pending << 8) | UInt32(byte)
                pendingBits += 8
                while pendingBits >= 6 {
                    pendingBits -= 6
                    text[written] = alphabet[Int((pending >> UInt32(pendingBits)) & 0x3F)]
                    written += 1
                }
            }
            if pendingBits > 0 {
                text[written] = alphabet[Int((pending << UInt32(6 - pendingBits)) & 0x3F)]
                written += 1
            }
            return written
        }
    }

    /// The bytes behind `text`; `field` says in the error what the text is.
    public static func decode(_ text: String, field: String = "base64url") throws(WireError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 3 / 4)
        var pending: UInt32 = 0
        var pendingBits = 0
        for character in text.utf8 {
            let value = values[Int(character)]
            guard value != invalid else { throw .invalid(field: field) }
            pending = (pending << 6) | UInt32(value)
            pendingBits += 6
            if pendingBits >= 8 {
                pendingBits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> UInt32(pendingBits)))
            }
        }
        // A lone last character carries six bits, less than a byte; other left-over bits must be zero.
        guard pendingBits < 6, pending & ((1 << UInt32(pendingBits)) - 1) == 0 else { throw .invalid(field: field) }
        return bytes
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let invalid: UInt8 = 0xFF
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: invalid, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()
}
