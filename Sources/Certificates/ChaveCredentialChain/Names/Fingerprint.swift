import ChaveBase
internal import Crypto

/// SHA-256 of a certificate, as the SDK's `Credential.rootFingerprint` shows it.
package enum Fingerprint {
    package static func of(_ der: [UInt8]) -> String { Base64.encode(Array(SHA256.hash(data: der))) }
}
