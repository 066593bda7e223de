import ChaveBase

/// An HTTPS address of a bank or of the directory: a host name, no user, no fragment, no odd character.
///
/// Every reader parses such an address in the same way. Whether the name leads to this machine or into a private network
/// is not checked.
struct BankAddress: Hashable, Sendable {
    let text: String
    /// In lower case.
    let host: String
    let port: Int

    static let longest = 2_048

    init?(_ text: String) {
        guard (1...BankAddress.longest).contains(text.utf8.count), text.hasPrefix("https://"),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\\\"<>^`{|}#".utf8.contains($0) })
        else { return nil }
        let rest = text.dropFirst(8)
        let end = rest.firstIndex { "/?".contains($0) } ?? rest.endIndex
        let authority = rest[..<end]
        guard !authority.contains("@") else { return nil }
        let pieces = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = pieces.first, BankAddress.isHostName(name) else { return nil }
        if pieces.count == 2 {
            guard (1...5).contains(pieces[1].utf8.count), let port = UInt16(pieces[1]), port > 0 else { return nil }
            self.port = Int(port)
        } else {
            port = 443
        }
        host = name.lowercased()
        self.text = text
    }

    /// Scheme, host and port.
    var origin: String { "https://\(host):\(port)" }

    /// Labels of letters, digits and hyphens, whose last one is no number: never an IP address in any spelling.
    private static func isHostName(_ host: Substring) -> Bool {
        guard (1...253).contains(host.utf8.count) else { return false }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, let first = labels.last?.utf8.first, !(0x30...0x39).contains(first) else {
            return false
        }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                        || byte == UInt8(ascii: "-")
                }
        }
    }
}
