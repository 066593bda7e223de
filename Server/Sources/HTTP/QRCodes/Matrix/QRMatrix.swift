/// A QR code as what it is: a square of dark and light modules, without the quiet zone round them.
///
/// It draws itself as ``svg(title:)``, ``png(pixelsPerModule:)`` and ``terminalText(_:)``, each with the quiet zone of four
/// modules that ISO/IEC 18004 asks for.
public struct QRMatrix: Hashable, Sendable {
    /// Modules of light that a drawing has on each side.
    public static let quietZone = 4

    /// Modules in a row: 21 for version 1, four more for each version up to 177.
    public let size: Int
    /// Row by row from the top, true where it is dark.
    public let modules: [Bool]

    /// `nil` unless it is the size of a version and there are `size` times `size` modules.
    public init?(size: Int, modules: [Bool]) {
        guard (21...177).contains(size), size % 4 == 1, modules.count == size * size else { return nil }
        self.size = size
        self.modules = modules
    }

    /// Whether a module is dark; outside of the square everything is light.
    public func isDark(row: Int, column: Int) -> Bool {
        guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
        return modules[row * size + column]
    }

    /// Modules in a row of a drawing, quiet zone and all.
    var drawnSize: Int { size + 2 * QRMatrix.quietZone }

    /// Whether a module of a drawing is dark, counted from the corner of the quiet zone.
    func isDrawnDark(row: Int, column: Int) -> Bool {
        isDark(row: row - QRMatrix.quietZone, column: column - QRMatrix.quietZone)
    }
}
