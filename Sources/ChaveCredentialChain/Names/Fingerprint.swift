internal import ChaveWire
internal import Crypto

/// SHA-256 of a certificate, as the SDK's `Credential.rootFingerprint` shows it.
enum Fingerprint {
    /// Base64 with the alphabet of RFC 4648, section 4, and its padding.
    static func of(_ der: [UInt8]) -> String {
        let text = Base64URL.encode(SHA256.hash(data: der).map { $0 })
        return String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }) + "="  // 32 bytes end with one pad.
    }
}
