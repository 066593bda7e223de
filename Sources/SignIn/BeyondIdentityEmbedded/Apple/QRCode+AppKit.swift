#if canImport(AppKit) && !canImport(UIKit)
    public import AppKit
    import CoreGraphics

    /// The picture of a QR code, whose `image` a view shows.
    ///
    /// `NSImage` is not Sendable, so the status of an extension carries this type.
    public struct QRCode: Sendable {
        let drawing: CGImage

        /// The picture for AppKit's views, a new object each time.
        public var image: NSImage {
            NSImage(cgImage: drawing, size: NSSize(width: drawing.width, height: drawing.height))
        }
    }

    extension QRCodeImage {
        /// Draws a code with ten points a module and medium error correction; `nil` when CoreImage makes none.
        static func make(_ text: String) -> QRCode? { drawn(text).map { QRCode(drawing: $0) } }
    }
#endif
