public import ChaveBase
import Hashing

import struct Crypto.SHA256

/// Work that a claim carries while a tenant's codes are being guessed.
///
/// The work costs a person's device a moment. It costs an attacker that guesses thousands of times thousands of
/// moments.
public struct ProofOfWork: Hashable, Sendable {
    public var bits: Int
    public var salt: String

    public init(bits: Int, salt: String) {
        self.bits = bits
        self.salt = salt
    }

    package static let longestProof = 128

    /// Whether SHA-256 of `<salt>.<digest of the key, base64url>.<proof>` begins with at least ``bits`` zero bits.
    public func accepts(_ proof: String, key: Digest) -> Bool {
        guard (1...ProofOfWork.longestProof).contains(proof.utf8.count) else { return false }
        let hash = SHA256.hash(data: Array("\(salt).\(key.text).\(proof)".utf8))
        return ProofOfWork.leadingZeroBits(hash) >= bits
    }

    /// The work for a key's next guess; each guess needs new work.
    package static func due(alarm: [UInt8], key: Digest, wrong: Int, bits: Int) -> ProofOfWork {
        let salt = Digest(of: alarm + key.bytes + withUnsafeBytes(of: UInt64(wrong).bigEndian, Array.init))
        return ProofOfWork(bits: bits, salt: Base64URL.encode(Array(salt.bytes.prefix(16))))
    }

    private static func leadingZeroBits(_ bytes: some Sequence<UInt8>) -> Int {
        var count = 0
        for byte in bytes {
            count += byte.leadingZeroBitCount
            if byte != 0 { break }
        }
        return count
    }
}
