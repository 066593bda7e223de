/// A picture of two colours as a PNG, written without a compressor (RFC 2083; RFC 1950; RFC 1951, section 3.2.4).
///
///     signature · IHDR (size, 1 bit, palette) · PLTE (two colours) · IDAT (one stored block) · IEND
struct PNGImage {
    let size: Int
    let background: (red: UInt8, green: UInt8, blue: UInt8)
    /// Whether the point is white.
    let isMarked: (_ x: Int, _ y: Int) -> Bool

    /// - Precondition: the pixels fit one stored block, 65,535 bytes.
    func encoded() -> [UInt8] {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        bytes += chunk("IHDR", bigEndian(UInt32(size)) + bigEndian(UInt32(size)) + [1, 3, 0, 0, 0])
        bytes += chunk("PLTE", [background.red, background.green, background.blue, 255, 255, 255])
        bytes += chunk("IDAT", stored(rows))
        bytes += chunk("IEND", [])
        return bytes
    }

    /// Each row: filter 0, then one bit per point, the first in the highest bit.
    private var rows: [UInt8] {
        var bytes: [UInt8] = []
        for y in 0..<size {
            bytes.append(0)
            for start in stride(from: 0, to: size, by: 8) {
                var byte: UInt8 = 0
                for x in start..<(start + 8) {
                    byte <<= 1
                    if x < size, isMarked(x, y) { byte |= 1 }
                }
                bytes.append(byte)
            }
        }
        return bytes
    }

    private func stored(_ data: [UInt8]) -> [UInt8] {
        precondition(data.count <= 0xFFFF, "the picture fits one stored block")
        let count = UInt16(data.count)
        let header: [UInt8] = [0x78, 0x01, 0x01]
        let length = [count, ~count].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        return header + length + data + bigEndian(Self.adler32(data))
    }

    private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + data
        return bigEndian(UInt32(data.count)) + content + bigEndian(Self.crc32(content))
    }

    private func bigEndian(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian, Array.init) }

    static func adler32(_ data: [UInt8]) -> UInt32 {
        var low: UInt32 = 1
        var high: UInt32 = 0
        for byte in data {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    static func crc32(_ data: [UInt8]) -> UInt32 {
        var crc = ~UInt32(0)
        for byte in data {
            crc ^= UInt32(byte)
            for _ in 0..<8 {
                let half = crc >> 1
                crc = crc & 1 == 1 ? half ^ 0xEDB8_8320 : half
            }
        }
        return ~crc
    }
}
