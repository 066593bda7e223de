import QREncoding

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension QRMatrix {
    /// The smallest code at level M, which survives the loss of 15 percent of it.
    ///
    /// Digits take a third of the space of other characters. What is not ASCII is written as UTF-8 without saying so, which
    /// readers guess.
    public init(text: String) throws(QRRefusal) {
        guard !text.isEmpty else { throw .empty }
        guard !text.utf8.contains(0) else { throw .zeroByte }
        // The smallest version, then UTF-8 bytes, of which the encoder takes runs of digits together.
        let made = text.withCString { QRcode_encodeString($0, 0, QR_ECLEVEL_M, QR_MODE_8, 1) }
        guard let made else {
            let reason = errno
            throw reason == ERANGE ? .tooLong(bytes: text.utf8.count) : .encoder(reason)
        }
        defer { QRcode_free(made) }
        let size = Int(made.pointee.width)
        // Of each byte the lowest bit says whether it is dark; the others say what it is for.
        let bytes = UnsafeBufferPointer(start: made.pointee.data, count: size * size)
        guard let matrix = QRMatrix(size: size, modules: bytes.map { $0 & 1 == 1 }) else { throw .encoder(0) }
        self = matrix
    }
}
