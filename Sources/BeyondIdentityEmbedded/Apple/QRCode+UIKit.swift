#if canImport(CoreImage) && canImport(UIKit)
    public import UIKit

    /// The picture of a QR code.
    public typealias QRCode = UIImage

    extension QRCodeImage {
        /// The picture at one point a pixel; `nil` when CoreImage makes none.
        static func make(_ text: String) -> QRCode? { drawn(text).map { UIImage(cgImage: $0) } }
    }
#endif
