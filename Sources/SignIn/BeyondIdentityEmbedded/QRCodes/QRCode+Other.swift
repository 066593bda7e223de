#if !canImport(UIKit) && !canImport(AppKit)
    /// A QR code as a square of dark and light modules.
    ///
    /// On Apple platforms `QRCode` is an image. On other platforms this module draws no code; set
    /// `SignInSurroundings.qrCode` to a function that does.
    public struct QRCode: Hashable, Sendable {
        /// The number of modules in a row, without the quiet zone.
        public let size: Int
        private let modules: [Bool]

        /// Creates a code from its modules, row by row from the top, true for dark.
        ///
        /// `nil` unless there are `size` times `size` modules and `size` is from 1 to 177.
        public init?(size: Int, modules: [Bool]) {
            guard (1...177).contains(size), modules.count == size * size else { return nil }
            self.size = size
            self.modules = modules
        }

        /// Whether a module is dark; every module outside the square is light.
        public func isDark(row: Int, column: Int) -> Bool {
            guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
            return modules[row * size + column]
        }
    }
#endif
