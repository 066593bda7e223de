/// A name that may stand in a network's message: 1 to 128 ASCII letters, digits, hyphens and underscores.
///
/// It comes from a wallet's payload: nothing else may become a part of an address or of a header.
enum NetworkName {
    static func isOne(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
                default: false
                }
            }
    }
}
