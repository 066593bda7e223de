/// A PNG with one bit for each pixel (ISO/IEC 15948).
///
///     signature   89 50 4E 47 0D 0A 1A 0A
///     IHDR        width, height, depth 1, greyscale or palette, deflate, no filters, not interlaced
///     PLTE        the two colours, when there is a palette
///     IDAT        each row with a zero before it, for "no filter", as a zlib stream
///     IEND        nothing
///
/// A chunk is the length of its content, its name, its content, and the checksum of the last two, all big-endian.
public enum PNGFile {
    /// The colours of the bits.
    public enum Colours: Sendable {
        /// 0 is black, 1 white.
        case blackAndWhite
        /// The colours of 0 and of 1, each as red, green and blue.
        case palette(zero: [UInt8], one: [UInt8])
    }

    /// Encodes the whole file.
    ///
    /// - Parameters:
    ///   - width: the width in pixels.
    ///   - rows: the rows, each with eight pixels a byte, the highest bit first.
    ///   - colours: the meaning of a bit.
    /// - Returns: the whole file.
    /// - Precondition: a colour of a palette has three parts.
    public static func encode(width: Int, rows: [[UInt8]], _ colours: Colours = .blackAndWhite) -> [UInt8] {
        var type: UInt8 = 0
        var palette: [UInt8] = []
        if case .palette(let zero, let one) = colours {
            precondition(zero.count == 3 && one.count == 3, "a colour is red, green and blue")
            type = 3
            palette = chunk("PLTE", zero + one)
        }
        let header = bigEndian(UInt32(width)) + bigEndian(UInt32(rows.count)) + [1, type, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", header)
            + palette
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
