#if canImport(CoreImage) && canImport(UIKit)
    import CoreImage
    public import UIKit

    /// The picture of a QR code.
    public typealias QRCode = UIImage

    enum QRCodeImage {
        /// Ten points a module, medium error correction; `nil` when CoreImage makes none.
        static func make(_ text: String) -> QRCode? {
            guard let filter = CIFilter(name: "CIQRCodeGenerator") else { return nil }
            filter.setValue(Data(text.utf8), forKey: "inputMessage")
            filter.setValue("M", forKey: "inputCorrectionLevel")
            guard let image = filter.outputImage?.transformed(by: CGAffineTransform(scaleX: 10, y: 10)),
                let drawn = CIContext().createCGImage(image, from: image.extent)
            else { return nil }
            return UIImage(cgImage: drawn)
        }
    }
#elseif canImport(CoreImage) && canImport(AppKit)
    public import AppKit
    import CoreImage

    /// The picture of a QR code.
    public typealias QRCode = NSImage

    enum QRCodeImage {
        /// Ten points a module, medium error correction; `nil` when CoreImage makes none.
        static func make(_ text: String) -> QRCode? {
            guard let filter = CIFilter(name: "CIQRCodeGenerator") else { return nil }
            filter.setValue(Data(text.utf8), forKey: "inputMessage")
            filter.setValue("M", forKey: "inputCorrectionLevel")
            guard let image = filter.outputImage?.transformed(by: CGAffineTransform(scaleX: 10, y: 10)),
                let drawn = CIContext().createCGImage(image, from: image.extent)
            else { return nil }
            return NSImage(cgImage: drawn, size: NSSize(width: drawn.width, height: drawn.height))
        }
    }
#endif
