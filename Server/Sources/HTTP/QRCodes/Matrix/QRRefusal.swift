/// Why a text cannot become a QR code.
public enum QRRefusal: Error, Hashable, Sendable {
    case empty
    /// The text is longer than version 40 holds at level M: 2,331 bytes, or 5,596 digits.
    case tooLong(bytes: Int)
    /// The text has a zero byte, which the encoder reads as the end.
    case zeroByte
    /// The encoder failed with this error number: it had no memory, or another reason.
    case encoder(Int32)
}

extension QRRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty: "An empty text has no QR code."
        case .tooLong(let bytes): "A text of \(bytes) bytes is too long for a QR code: at most 2331, or 5596 digits."
        case .zeroByte: "A text with a zero byte has no QR code."
        case .encoder(let number): "The QR encoder failed with error \(number)."
        }
    }
}
