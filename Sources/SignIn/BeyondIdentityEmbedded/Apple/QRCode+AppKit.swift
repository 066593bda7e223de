#if canImport(AppKit) && !canImport(UIKit)
    public import AppKit
    import CoreGraphics

    /// The picture of a QR code, drawn; `image` is what a view shows.
    ///
    /// `NSImage` itself may not go from one task to another, so that the status of an extension carries this.
    public struct QRCode: Sendable {
        let drawing: CGImage

        /// The picture as AppKit's views take it, a new object each time.
        public var image: NSImage {
            NSImage(cgImage: drawing, size: NSSize(width: drawing.width, height: drawing.height))
        }
    }

    extension QRCodeImage {
        /// Ten points a module, medium error correction; `nil` when CoreImage makes none.
        static func make(_ text: String) -> QRCode? { drawn(text).map { QRCode(drawing: $0) } }
    }
#endif
