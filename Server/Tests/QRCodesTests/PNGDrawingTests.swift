import Testing

@testable import PNGFiles
@testable import QRCodes

@Suite struct PNGDrawingTests {
    private struct Chunk {
        var name: String
        var content: [UInt8]
    }

    /// The file's chunks, each with the right checksum.
    private func chunks(_ png: [UInt8]) throws -> [Chunk] {
        #expect(Array(png.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        var rest = png.dropFirst(8)
        var chunks: [Chunk] = []
        while !rest.isEmpty {
            let length = number(rest.prefix(4))
            let checked = Array(rest.dropFirst(4).prefix(4 + length))
            let checksum = rest.dropFirst(8 + length).prefix(4)
            #expect(number(checksum) == Int(Checksum.crc32(checked)))
            let name = String(decoding: checked.prefix(4), as: UTF8.self)
            chunks.append(Chunk(name: name, content: Array(checked.dropFirst(4))))
            rest = rest.dropFirst(12 + length)
        }
        return chunks
    }

    private func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    /// The bytes of a zlib stream that has only stored blocks.
    private func unpacked(_ stream: [UInt8]) throws -> [UInt8] {
        try #require(number(stream.prefix(2)) % 31 == 0, "the header's own check")
        var bytes: [UInt8] = []
        var rest = stream.dropFirst(2)
        var isLast = false
        while !isLast {
            let header = Array(rest.prefix(5))
            isLast = header[0] == 1
            let length = Int(header[1]) | Int(header[2]) << 8
            #expect(length ^ (Int(header[3]) | Int(header[4]) << 8) == 0xFFFF)
            bytes += rest.dropFirst(5).prefix(length)
            rest = rest.dropFirst(5 + length)
        }
        #expect(number(rest) == Int(Checksum.adler32(bytes)))
        return bytes
    }

    @Test(arguments: [("482917350", 1), ("482917350", 8), (String(repeating: "a", count: 2331), 4)])
    func thePixelsAreTheModules(_ text: String, _ scale: Int) throws {
        let matrix = try QRMatrix(text: text)
        let chunks = try chunks(matrix.png(pixelsPerModule: scale))
        try #require(chunks.map(\.name) == ["IHDR", "IDAT", "IEND"])
        let side = (matrix.size + 8) * scale
        #expect(number(chunks[0].content[0..<4]) == side && number(chunks[0].content[4..<8]) == side)
        #expect(Array(chunks[0].content[8...]) == [1, 0, 0, 0, 0])
        let bytes = try unpacked(chunks[1].content)
        let stride = 1 + (side + 7) / 8
        try #require(bytes.count == stride * side)
        let expected = modulesToBeDrawn(matrix)
        var wrong = 0
        for row in 0..<side {
            #expect(bytes[row * stride] == 0)
            for column in 0..<side {
                let isLight = bytes[row * stride + 1 + column / 8] >> (7 - UInt8(column % 8)) & 1 == 1
                if isLight == expected[row / scale][column / scale] { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test func scalesOutsideOfWhatIsTakenAreBroughtInside() throws {
        let matrix = try QRMatrix(text: "1")
        #expect(matrix.png(pixelsPerModule: -5) == matrix.png(pixelsPerModule: 1))
        #expect(matrix.png(pixelsPerModule: .max) == matrix.png(pixelsPerModule: 32))
    }

    @Test func theChecksumsAreThoseOfTheStandards() {
        // The end of every PNG, and the check values of the two algorithms.
        #expect(Checksum.crc32(Array("IEND".utf8)) == 0xAE42_6082)
        #expect(Checksum.crc32(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(Checksum.crc32([]) == 0)
        #expect(Checksum.adler32(Array("Wikipedia".utf8)) == 0x11E6_0398)
        #expect(Checksum.adler32([]) == 1)
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 200_000])
    func storedBlocksHoldEveryLength(_ count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        #expect(try unpacked(ZlibStream.stored(bytes)) == bytes)
    }
}
