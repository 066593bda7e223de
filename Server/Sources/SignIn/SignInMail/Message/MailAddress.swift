/// One address of a mail, in ASCII: a dot-atom and a domain (RFC 5321, section 4.1.2).
///
/// The address has no character that could name a second recipient in a header or end the header.
public struct MailAddress: Hashable, Sendable {
    public let text: String

    /// `nil` unless `text` is one address of at most 254 bytes.
    public init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= 254, parts.count == 2, MailAddress.isDotAtom(parts[0]),
            MailAddress.isDomain(parts[1])
        else { return nil }
        self.text = text
    }

    var domain: Substring { text.split(separator: "@").last ?? "" }

    private static func isDotAtom(_ text: Substring) -> Bool {
        // A program that gets the address as an argument would read a leading hyphen as an option.
        text.utf8.count <= 64 && text.first != "-"
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
                !atom.isEmpty && atom.utf8.allSatisfy { isAlphanumeric($0) || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
            }
    }

    private static func isDomain(_ text: Substring) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            let bytes = Array(label.utf8)
            return (1...63).contains(bytes.count) && bytes.first != 0x2D && bytes.last != 0x2D
                && bytes.allSatisfy { isAlphanumeric($0) || $0 == 0x2D }
        }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
