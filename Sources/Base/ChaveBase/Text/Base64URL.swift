/// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5; WebAuthn Level 3, section 3).
///
/// Each sequence of bytes has exactly one text. Decoding refuses padding, foreign characters, white space and non-zero
/// left-over bits, so that two different texts never count as the same identifier.
public enum Base64URL {
    /// Encodes without padding.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        // This makes one call for all bytes and not one for each: the collection's type is not known here.
        bytes.withContiguousStorageIfAvailable(encode(buffer:)) ?? Array(bytes).withUnsafeBufferPointer(encode(buffer:))
    }

    /// Appends the base64url text of `octets` to a text that is given as bytes.
    public static func append(_ octets: [UInt8], to text: inout [UInt8]) {
        let start = text.count
        text.append(contentsOf: repeatElement(0, count: size(of: octets.count)))
        text.withUnsafeMutableBufferPointer { text in
            octets.withUnsafeBufferPointer { write($0, to: UnsafeMutableBufferPointer(rebasing: text[start...])) }
        }
    }

    private static func encode(buffer bytes: UnsafeBufferPointer<UInt8>) -> String {
        let size = size(of: bytes.count)
        return String(unsafeUninitializedCapacity: size) { text in
            write(bytes, to: text)
            return size
        }
    }

    /// The number of characters that encode `count` bytes.
    private static func size(of count: Int) -> Int { count / 3 * 4 + (count % 3 * 4 + 2) / 3 }

    /// Writes the characters of `bytes`, four for each three bytes; `text` has room for all of them.
    private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to text: UnsafeMutableBufferPointer<UInt8>) {
        alphabet.withUnsafeBufferPointer { alphabet in
            var (taken, written) = (0, 0)
            while bytes.count - taken >= 3 {
                let three = UInt32(bytes[taken]) << 16 | UInt32(bytes[taken + 1]) << 8 | UInt32(bytes[taken + 2])
                text[written] = alphabet[Int(three >> 18)]
                text[written + 1] = alphabet[Int(three >> 12 & 0x3F)]
                text[written + 2] = alphabet[Int(three >> 6 & 0x3F)]
                text[written + 3] = alphabet[Int(three & 0x3F)]
                taken += 3
                written += 4
            }
            guard taken < bytes.count else { return }
            let isPair = bytes.count - taken == 2
            let rest = UInt32(bytes[taken]) << 16 | (isPair ? UInt32(bytes[taken + 1]) << 8 : 0)
            text[written] = alphabet[Int(rest >> 18)]
            text[written + 1] = alphabet[Int(rest >> 12 & 0x3F)]
            if isPair { text[written + 2] = alphabet[Int(rest >> 6 & 0x3F)] }
        }
    }

    /// Decodes `text`; `field` names the text in the error.
    public static func decode(_ text: String, field: String = "base64url") throws(WireError) -> [UInt8] {
        var text = text
        guard case .bytes(let bytes) = text.withUTF8(decode(buffer:)) else { throw .invalid(field: field) }
        return bytes
    }

    /// Decodes a text that is given as bytes; `nil` when it is not base64url.
    package static func decode(slice text: ArraySlice<UInt8>) -> [UInt8]? {
        guard case .bytes(let bytes) = text.withUnsafeBufferPointer(decode(buffer:)) else { return nil }
        return bytes
    }

    /// Decodes a text that is given as bytes and reports what is wrong.
    ///
    /// - Throws: `.notCanonical` when only the left-over bits are wrong, `.invalid` for anything else.
    package static func decode(digits: [UInt8], field: String = "base64url") throws(WireError) -> [UInt8] {
        switch digits.withUnsafeBufferPointer(decode(buffer:)) {
        case .bytes(let bytes): return bytes
        case .leftOverBits: throw .notCanonical(field: field)
        case .invalid: throw .invalid(field: field)
        }
    }

    private enum Decoded {
        case bytes([UInt8])
        case leftOverBits
        case invalid
    }

    private static func decode(buffer text: UnsafeBufferPointer<UInt8>) -> Decoded {
        let values = values
        var isValid = true
        var hasLeftOverBits = false
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3 + 3) { bytes, written in
            var pending: UInt32 = 0
            var pendingBits = 0
            for character in text {
                let value = values[Int(character)]
                isValid = isValid && value != invalid
                pending = (pending << 6) | UInt32(value & 0x3F)
                pendingBits += 6
                if pendingBits >= 8 {
                    pendingBits -= 8
                    bytes[written] = UInt8(truncatingIfNeeded: pending >> UInt32(pendingBits))
                    written += 1
                }
            }
            // A lone last character carries six bits, less than a byte; other left-over bits must be zero.
            isValid = isValid && pendingBits < 6
            hasLeftOverBits = pending & ((1 << UInt32(pendingBits)) - 1) != 0
        }
        return !isValid ? .invalid : hasLeftOverBits ? .leftOverBits : .bytes(bytes)
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let invalid: UInt8 = 0xFF
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: invalid, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()
}
