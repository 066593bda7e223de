/// Reads an `Ecdsa-Sig-Value` (RFC 3279, section 2.2.3) in DER, and in no other encoding.
///
///     30 length
///        02 length r
///        02 length s
///
/// Lengths and integers must have their shortest form, integers must be positive, and no bytes may be left over. A high
/// s is as valid as a low one: WebAuthn has no rule about it.
enum ECDSASignatureReader {
    /// r and s, each padded to `scalarSize` bytes; `nil` when `der` is not such a value or does not fit.
    static func rawSignature(_ der: [UInt8], scalarSize: Int) -> [UInt8]? {
        var position = 0
        guard let length = header(0x30, der, &position), length == der.count - position else { return nil }
        var raw: [UInt8] = []
        raw.reserveCapacity(2 * scalarSize)
        guard appendInteger(der, &position, to: &raw, scalarSize), appendInteger(der, &position, to: &raw, scalarSize),
            position == der.count
        else { return nil }
        return raw
    }

    /// Reads a tag and its length, and moves `position` after them.
    ///
    /// The longest value, for P-521, has 138 bytes: the length is one byte, or 0x81 and one byte.
    private static func header(_ tag: UInt8, _ der: [UInt8], _ position: inout Int) -> Int? {
        guard der.count - position >= 2, der[position] == tag else { return nil }
        let first = der[position + 1]
        position += 2
        if first < 0x80 { return Int(first) }
        guard first == 0x81, position < der.count, der[position] >= 0x80 else { return nil }
        position += 1
        return Int(der[position - 1])
    }

    private static func appendInteger(
        _ der: [UInt8],
        _ position: inout Int,
        to raw: inout [UInt8],
        _ scalarSize: Int
    ) -> Bool {
        guard let length = header(0x02, der, &position), length > 0, length <= der.count - position else {
            return false
        }
        var start = position
        position += length
        guard der[start] < 0x80 else { return false }  // Negative.
        if der[start] == 0 {
            // A leading zero is only valid before a byte that would read as negative. Zero itself is therefore not a
            // scalar here.
            guard length > 1, der[start + 1] >= 0x80 else { return false }
            start += 1
        }
        let count = position - start
        guard count <= scalarSize else { return false }
        raw.append(contentsOf: repeatElement(0, count: scalarSize - count))
        raw.append(contentsOf: der[start..<position])
        return true
    }
}
