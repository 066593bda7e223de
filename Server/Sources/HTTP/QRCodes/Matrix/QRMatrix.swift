/// A QR code as a square of dark and light modules, without its quiet zone.
///
/// The matrix draws itself as ``svg(title:)``, ``png(pixelsPerModule:)`` and ``terminalText(_:)``. Each drawing has the
/// quiet zone of four modules that ISO/IEC 18004 requires.
public struct QRMatrix: Hashable, Sendable {
    /// The number of light modules on each side of a drawing.
    public static let quietZone = 4

    /// The number of modules in a row: 21 for version 1 and four more for each version, up to 177.
    public let size: Int
    /// The modules row by row from the top, true for dark.
    public let modules: [Bool]

    /// Creates a matrix; `nil` unless `size` belongs to a version and there are `size` times `size` modules.
    public init?(size: Int, modules: [Bool]) {
        guard (21...177).contains(size), size % 4 == 1, modules.count == size * size else { return nil }
        self.size = size
        self.modules = modules
    }

    /// Whether a module is dark; every module outside the square is light.
    public func isDark(row: Int, column: Int) -> Bool {
        guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
        return modules[row * size + column]
    }

    /// The number of modules in a row of a drawing, including the quiet zone.
    var drawnSize: Int { size + 2 * QRMatrix.quietZone }

    /// Whether a module of a drawing is dark; the counting starts at the corner of the quiet zone.
    func isDrawnDark(row: Int, column: Int) -> Bool {
        isDark(row: row - QRMatrix.quietZone, column: column - QRMatrix.quietZone)
    }
}
