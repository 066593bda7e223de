#if !canImport(UIKit) && !canImport(AppKit)
    /// A QR code as what it is: a square of dark and light modules.
    ///
    /// On Apple platforms `QRCode` is an image. Elsewhere this module makes none by itself: give
    /// `SignInSurroundings.qrCode` what does.
    public struct QRCode: Hashable, Sendable {
        /// Modules in a row, without the quiet zone round them.
        public let size: Int
        private let modules: [Bool]

        /// Row by row from the top, true where it is dark; `nil` unless there are `size` times `size` modules.
        public init?(size: Int, modules: [Bool]) {
            guard (1...177).contains(size), modules.count == size * size else { return nil }
            self.size = size
            self.modules = modules
        }

        /// Whether a module is dark; outside of the square everything is light.
        public func isDark(row: Int, column: Int) -> Bool {
            guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
            return modules[row * size + column]
        }
    }
#endif
