#if canImport(CoreImage)
    import CoreGraphics
    import CoreImage
    import CoreImage.CIFilterBuiltins
    import Foundation

    /// What CoreImage draws.
    enum QRCodeImage {
        /// A QR code of ten pixels a module and medium error correction; `nil` when CoreImage makes none.
        static func drawn(_ text: String) -> CGImage? {
            let filter = CIFilter.qrCodeGenerator()
            filter.message = Data(text.utf8)
            filter.correctionLevel = "M"
            guard let image = filter.outputImage?.transformed(by: CGAffineTransform(scaleX: 10, y: 10)) else {
                return nil
            }
            return CIContext().createCGImage(image, from: image.extent)
        }
    }
#endif
