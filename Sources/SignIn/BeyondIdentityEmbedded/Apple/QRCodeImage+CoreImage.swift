#if canImport(CoreImage)
    import CoreGraphics
    import CoreImage
    import CoreImage.CIFilterBuiltins
    import Foundation

    /// QR codes drawn by CoreImage.
    enum QRCodeImage {
        /// Draws dark modules on a light square with its quiet zone, with medium error correction.
        ///
        /// `nil` when CoreImage makes no code.
        static func drawn(_ text: String) -> CGImage? {
            let filter = CIFilter.qrCodeGenerator()
            filter.message = Data(text.utf8)
            filter.correctionLevel = "M"
            guard let code = filter.outputImage, let modules = Int(exactly: code.extent.width.rounded()),
                let layout = QRLayout(modules: modules)
            else { return nil }
            let points = CGFloat(QRLayout.pointsPerModule)
            let margin = CGFloat(layout.margin)
            // Each module stays a sharp square: the scaling does not blur the edge between dark and light.
            let square = code.samplingNearest()
                .transformed(by: CGAffineTransform(scaleX: points, y: points))
                .transformed(by: CGAffineTransform(translationX: margin, y: margin))
            let frame = CGRect(x: 0, y: 0, width: layout.side, height: layout.side)
            let picture = square.composited(over: CIImage(color: .white).cropped(to: frame))
            return CIContext().createCGImage(picture, from: frame)
        }
    }
#endif
