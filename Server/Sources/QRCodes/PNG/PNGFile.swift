/// A PNG of one bit for each pixel, black and white (ISO/IEC 15948).
///
///     signature   89 50 4E 47 0D 0A 1A 0A
///     IHDR        width, height, depth 1, greyscale, deflate, no filters, not interlaced
///     IDAT        each row with a zero before it, for "no filter", as a zlib stream
///     IEND        nothing
///
/// A chunk is the length of its content, its name, its content, and the checksum of the last two, all big-endian.
enum PNGFile {
    /// - Parameters:
    ///   - width: in pixels.
    ///   - rows: each with eight pixels a byte, the highest bit first.
    /// - Returns: the whole file.
    static func encode(width: Int, rows: [[UInt8]]) -> [UInt8] {
        let header = bigEndian(UInt32(width)) + bigEndian(UInt32(rows.count)) + [1, 0, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", header)
            + chunk("IDAT", ZlibStream.stored(rows.flatMap { [0] + $0 }))
            + chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + content
        return bigEndian(UInt32(content.count)) + checked + bigEndian(Checksum.crc32(checked))
    }

    static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
