import ChaveBase

/// A network's refusal code, if it is fit to be stored and logged.
///
/// A code has 1 to 64 ASCII letters, digits, dots, hyphens and underscores. A letter comes first, and there are at most
/// eight digits. So it can hold no card number and no reference to a card.
struct RefusalCode: Hashable, Sendable {
    let text: String

    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (1...64).contains(bytes.count), let first = bytes.first, Self.isLetter(first),
            bytes.allSatisfy({ Self.isLetter($0) || Self.isDigit($0) || Array(".-_".utf8).contains($0) }),
            bytes.count(where: Self.isDigit) <= 8
        else { return nil }
        self.text = text
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
