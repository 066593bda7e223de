#if canImport(UIKit)
    public import UIKit

    /// The picture of a QR code.
    public typealias QRCode = UIImage

    extension QRCodeImage {
        /// Draws a code with ten points a module and medium error correction; `nil` when CoreImage makes none.
        static func make(_ text: String) -> QRCode? { drawn(text).map { UIImage(cgImage: $0) } }
    }
#endif
