/// The layout of a QR code's square in its picture, in points.
///
/// A reader finds a code by its light margin, which is four modules wide (ISO/IEC 18004).
struct QRLayout: Hashable, Sendable {
    static let pointsPerModule = 10
    static let quietModules = 4

    /// The number of modules in a row, from the generator.
    let modules: Int

    /// Creates a layout; `nil` for a square that is empty, or larger than any code with the generator's own margin.
    init?(modules: Int) {
        guard (1...185).contains(modules) else { return nil }
        self.modules = modules
    }

    /// The width of the light margin.
    var margin: Int { QRLayout.quietModules * QRLayout.pointsPerModule }

    /// The side of the whole picture, including the margins.
    var side: Int { modules * QRLayout.pointsPerModule + 2 * margin }
}
