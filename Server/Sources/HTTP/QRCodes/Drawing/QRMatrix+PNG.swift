import PNGFiles

extension QRMatrix {
    /// A picture for a file, black on white.
    ///
    /// - Parameter pixelsPerModule: 1 to 32; other values are moved into this range.
    /// - Returns: the whole file.
    public func png(pixelsPerModule: Int = 8) -> [UInt8] {
        let scale = min(max(pixelsPerModule, 1), 32)
        let side = drawnSize * scale
        var rows: [[UInt8]] = []
        rows.reserveCapacity(side)
        for row in 0..<drawnSize {
            let pixels = pixelRow(row, scale: scale)
            for _ in 0..<scale { rows.append(pixels) }
        }
        return PNGFile.encode(width: side, rows: rows)
    }

    /// One bit for each pixel, from the highest bit on, 1 for light.
    private func pixelRow(_ row: Int, scale: Int) -> [UInt8] {
        let side = drawnSize * scale
        var bytes = [UInt8](repeating: 0, count: (side + 7) / 8)
        for pixel in 0..<side where !isDrawnDark(row: row, column: pixel / scale) {
            bytes[pixel / 8] |= 0x80 >> UInt8(pixel % 8)
        }
        return bytes
    }
}
