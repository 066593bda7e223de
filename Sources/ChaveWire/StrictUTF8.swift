extension String {
    /// The text behind `bytes`; `nil` when they are not UTF-8.
    init?(strictUTF8 bytes: ArraySlice<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        // Decoding mends what is broken with U+FFFD, so that a mended text differs from its bytes.
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
