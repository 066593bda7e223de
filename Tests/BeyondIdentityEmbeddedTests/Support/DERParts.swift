import Foundation

extension FakeServer {
    static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// A certificate of its signed part and an ECDSA signature with SHA-256 (RFC 5280, section 4.1).
    static func certificate(_ toBeSigned: [UInt8], _ signature: [UInt8]) -> [UInt8] {
        let algorithm: [UInt8] = [0x30, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]
        return element(0x30, toBeSigned + algorithm + element(0x03, [0] + signature))
    }

    /// The first part of a certificate.
    static func toBeSigned(of certificate: [UInt8]) -> [UInt8] {
        let inside = content(certificate[...])
        return Array(inside.prefix(inside.count - content(inside, skips: true).count))
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        switch content.count {
        case ..<128: [tag, UInt8(content.count)] + content
        case ..<256: [tag, 0x81, UInt8(content.count)] + content
        default: [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
        }
    }

    /// What is in the first element, or behind it.
    private static func content(_ bytes: ArraySlice<UInt8>, skips: Bool = false) -> ArraySlice<UInt8> {
        let rest = bytes.dropFirst(2)
        let first = Int(bytes[bytes.startIndex + 1])
        let digits = first < 0x80 ? 0 : first & 0x7F
        let length = digits == 0 ? first : rest.prefix(digits).reduce(0) { $0 << 8 | Int($1) }
        return skips ? rest.dropFirst(digits + length) : rest.dropFirst(digits).prefix(length)
    }
}
