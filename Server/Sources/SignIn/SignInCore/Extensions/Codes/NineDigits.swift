import ChaveBase
import Hashing

import struct Crypto.HMAC
import struct Crypto.SHA256
import struct Crypto.SymmetricKey

/// The codes that a second device types.
///
/// A code is made from the session's token and a salt, both random, so that the server can show it as often as the first
/// device asks without keeping it: the token is with that device alone. What is kept is a digest, inside a sealed record, and
/// the blind index made of it. A digest of 30 bits hides nothing from who can try all of them; the index is an HMAC by the
/// server's key and the record is sealed by it, so a copy of the database alone gives nothing to try against. Whoever has
/// the key as well can try, and gains a code of at most 95 seconds, which opens no more than a question to a person.
enum NineDigits {
    static let space: Int64 = 1_000_000_000

    /// Nine digits, or as many as the largest code of a smaller space has.
    static func code(token: String, salt: [UInt8], space: Int64) -> String {
        let value = number(token: token, salt: salt, space: UInt64(clamping: max(space, 1)))
        let digits = String(value)
        let width = String(max(space, 1) - 1).utf8.count
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    /// What a session is found by; the tenant belongs to it, so that codes of two tenants have nothing in common.
    static func digest(of code: String, tenant: TenantID) -> Digest {
        Digest(ofText: "chave extension code|\(tenant.text)|\(code)")
    }

    static func isCode(_ text: String, space: Int64) -> Bool {
        let digits = Array(text.utf8)
        return digits.count == String(max(space, 1) - 1).utf8.count && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Words of an HMAC, the first that lies below the largest multiple of `space`: without that rule the remainder would
    /// favour small codes.
    private static func number(token: String, salt: [UInt8], space: UInt64) -> UInt64 {
        let key = SymmetricKey(data: Array(token.utf8))
        let fair = UInt64.max / space * space
        var round: UInt64 = 0
        while true {
            let input = salt + withUnsafeBytes(of: round.bigEndian, Array.init)
            let block = Array(HMAC<SHA256>.authenticationCode(for: input, using: key))
            for start in stride(from: 0, to: block.count, by: 8) {
                let word = block[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                if word < fair { return word % space }
            }
            round += 1
        }
    }
}
