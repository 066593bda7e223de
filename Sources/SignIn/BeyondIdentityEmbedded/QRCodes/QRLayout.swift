/// How a QR code's square lies in its picture, in points.
///
/// A reader finds a code by the light margin round it, which is four modules wide (ISO/IEC 18004).
struct QRLayout: Hashable, Sendable {
    static let pointsPerModule = 10
    static let quietModules = 4

    /// Modules in a row, as the generator gives them.
    let modules: Int

    /// `nil` for a square that is empty or larger than any code with a margin of the generator's own.
    init?(modules: Int) {
        guard (1...185).contains(modules) else { return nil }
        self.modules = modules
    }

    /// The width of the light margin.
    var margin: Int { QRLayout.quietModules * QRLayout.pointsPerModule }

    /// Of the whole picture, margins included.
    var side: Int { modules * QRLayout.pointsPerModule + 2 * margin }
}
