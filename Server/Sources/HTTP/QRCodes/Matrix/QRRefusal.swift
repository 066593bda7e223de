/// Why no QR code was made of a text.
public enum QRRefusal: Error, Hashable, Sendable {
    case empty
    /// It would need more than version 40 holds at level M: 2,331 bytes, or 5,596 digits.
    case tooLong(bytes: Int)
    /// A zero byte, which the encoder takes for the end.
    case zeroByte
    /// The encoder had no memory, or another reason of its own: the number of its error.
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
