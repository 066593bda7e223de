#if canImport(UIKit)
    public import UIKit

    /// The picture of a QR code.
    public typealias QRCode = UIImage

    extension QRCodeImage {
        /// Ten points a module, medium error correction; `nil` when CoreImage makes none.
        static func make(_ text: String) -> QRCode? { drawn(text).map { UIImage(cgImage: $0) } }
    }
#endif
