internal import SwiftASN1

/// Certificates as text (RFC 7468), one block each.
public enum PEM {
    /// A block has a third more characters than the certificate has bytes, plus its first and its last line.
    private static let maximumSize = 4_096
    private static let type = "CERTIFICATE"

    /// Encodes one block with lines of 64 characters and a line break after the last line.
    public static func encode(certificate der: [UInt8]) -> String {
        PEMDocument(type: type, derBytes: der).pemString + "\n"
    }

    /// Decodes one block.
    ///
    /// The text must equal the output of ``encode(certificate:)``, except for two things: lines may end with CR LF, and
    /// the last line break may be absent. Any other text in or around the block is refused.
    public static func decode(_ text: String) throws(ChainRefusal) -> [UInt8] {
        guard text.utf8.count <= maximumSize else { throw .certificateTooLarge }
        guard text.utf8.last != UInt8(ascii: "\r") else { throw .malformed }
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        let block = lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        guard let document = try? PEMDocument(pemString: block), document.discriminator == type,
            document.pemString == block
        else { throw .malformed }
        return document.derBytes
    }
}
