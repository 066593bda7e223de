#if canImport(CoreImage) && canImport(AppKit) && !canImport(UIKit)
    public import AppKit

    /// The picture of a QR code.
    public typealias QRCode = NSImage

    extension QRCodeImage {
        /// The picture at one point a pixel; `nil` when CoreImage makes none.
        static func make(_ text: String) -> QRCode? {
            drawn(text).map { NSImage(cgImage: $0, size: NSSize(width: $0.width, height: $0.height)) }
        }
    }
#endif
