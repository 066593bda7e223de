import QREncoding

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension QRMatrix {
    /// Creates the smallest code at level M, which survives the loss of 15 percent of its modules.
    ///
    /// A digit takes a third of the space of another character. Text outside ASCII is UTF-8 without a marker; readers
    /// guess the encoding.
    public init(text: String) throws(QRRefusal) {
        guard !text.isEmpty else { throw .empty }
        guard !text.utf8.contains(0) else { throw .zeroByte }
        // The encoder picks the smallest version. It gets UTF-8 bytes, and packs runs of digits itself.
        let made = text.withCString { QRcode_encodeString($0, 0, QR_ECLEVEL_M, QR_MODE_8, 1) }
        guard let made else {
            let reason = errno
            throw reason == ERANGE ? .tooLong(bytes: text.utf8.count) : .encoder(reason)
        }
        defer { QRcode_free(made) }
        let size = Int(made.pointee.width)
        // The lowest bit of each byte says whether the module is dark; the other bits say its purpose.
        let bytes = UnsafeBufferPointer(start: made.pointee.data, count: size * size)
        guard let matrix = QRMatrix(size: size, modules: bytes.map { $0 & 1 == 1 }) else { throw .encoder(0) }
        self = matrix
    }
}
