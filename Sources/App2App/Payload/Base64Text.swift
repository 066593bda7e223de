/// Base64 as wallets write it into links.
///
/// Standard or URL-safe, but not both in one text; padding right or absent; a space is a `+` that a form decoder was at.
enum Base64Text {
    static func decoded(_ text: String) throws(TokenActivationLinkRefusal) -> [UInt8] {
        let written = Array(text.utf8)
        let digits = written.prefix { $0 != 0x3D }
        let padding = written.dropFirst(digits.count)
        guard padding.count <= 2, padding.allSatisfy({ $0 == 0x3D }), padding.isEmpty || written.count % 4 == 0,
            digits.count % 4 != 1, !isMixed(digits)
        else { throw .payloadNotBase64 }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3 + 2)
        var (held, bits) = (UInt32(0), UInt32(0))
        for digit in digits {
            guard let value = value(of: digit) else { throw .payloadNotBase64 }
            held = held << 6 | value
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: held >> bits))
            held &= 1 << bits - 1
        }
        // Another text for the same bytes would be another link for the same request.
        guard held == 0 else { throw .payloadNotCanonical }
        return bytes
    }

    private static func isMixed(_ digits: ArraySlice<UInt8>) -> Bool {
        digits.contains { [0x2B, 0x2F, 0x20].contains($0) } && digits.contains { [0x2D, 0x5F].contains($0) }
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case 0x41...0x5A: UInt32(digit) - 0x41
        case 0x61...0x7A: UInt32(digit) - 0x61 + 26
        case 0x30...0x39: UInt32(digit) - 0x30 + 52
        case 0x2B, 0x2D, 0x20: 62
        case 0x2F, 0x5F: 63
        default: nil
        }
    }
}
