/// A zlib stream (RFC 1950) of stored blocks (RFC 1951, section 3.2.4).
///
/// The stream is larger than a compressed one, and needs no library.
///
///     byte 0–1    78 01: deflate, a window of 32 KiB, no dictionary
///     blocks      1 when it is the last, else 0; length and its complement, little-endian; the bytes
///     last 4      Adler-32 of all bytes, big-endian
enum ZlibStream {
    private static let longestBlock = 65_535

    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(longestBlock)
            rest = rest.dropFirst(longestBlock)
            let length = UInt16(block.count)
            stream.append(rest.isEmpty ? 1 : 0)
            stream += littleEndian(length) + littleEndian(~length)
            stream += block
        } while !rest.isEmpty
        return stream + PNGFile.bigEndian(Checksum.adler32(bytes))
    }

    private static func littleEndian(_ number: UInt16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    }
}
