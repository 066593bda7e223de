import PNGFiles

/// A square of two colours as a PNG.
struct PNGImage {
    let size: Int
    let background: (red: UInt8, green: UInt8, blue: UInt8)
    /// Whether the point is white.
    let isMarked: (_ x: Int, _ y: Int) -> Bool

    func encoded() -> [UInt8] {
        let zero = [background.red, background.green, background.blue]
        return PNGFile.encode(width: size, rows: rows, .palette(zero: zero, one: [255, 255, 255]))
    }

    /// The rows with one bit per point, the first point in the highest bit.
    private var rows: [[UInt8]] {
        (0..<size).map { y in
            stride(from: 0, to: size, by: 8).map { start in
                (start..<(start + 8)).reduce(UInt8(0)) { byte, x in
                    byte << 1 | (x < size && isMarked(x, y) ? 1 : 0)
                }
            }
        }
    }
}
