/// The checksums of PNG and zlib, which detect damage but not attacks.
enum Checksum {
    /// The CRC-32 of PNG (ISO/IEC 15948, annex D).
    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8) }
        return value ^ 0xFFFF_FFFF
    }

    /// The Adler-32 of zlib (RFC 1950, section 8.2).
    static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 1
        var sumOfSums: UInt32 = 0
        for byte in bytes {
            sum = (sum + UInt32(byte)) % 65_521
            sumOfSums = (sumOfSums + sum) % 65_521
        }
        return sumOfSums << 16 | sum
    }

    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in
            value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
        }
    }
}
