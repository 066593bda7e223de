package import ChaveBase
import Hashing

import struct Crypto.HMAC
import struct Crypto.SHA256
import struct Crypto.SymmetricKey

/// The codes that a second device types.
///
/// The server makes a code from the session's token and a salt, both random. It can therefore show the code again
/// without storing it: only the first device has the token. The server stores a digest of the code in a sealed record,
/// and a blind index of that digest.
///
/// A digest of 30 bits hides nothing from an attacker who tries all codes. The index is an HMAC by the server's key,
/// and that key seals the record. A copy of the database alone therefore allows no try. An attacker with the key can
/// find a code of at most 95 seconds, which only opens a question to a person.
package enum NineDigits {
    package static let space: Int64 = 1_000_000_000

    /// The code: nine digits, or as many as the largest code of a smaller space has.
    package static func code(token: String, salt: [UInt8], space: Int64) -> String {
        let value = number(token: token, salt: salt, space: UInt64(clamping: max(space, 1)))
        let digits = String(value)
        let width = String(max(space, 1) - 1).utf8.count
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    /// The digest that finds a session; it includes the tenant, so that codes of two tenants have nothing in common.
    package static func digest(of code: String, tenant: TenantID) -> Digest {
        Digest(ofText: "chave extension code|\(tenant.text)|\(code)")
    }

    package static func isCode(_ text: String, space: Int64) -> Bool {
        let digits = Array(text.utf8)
        return digits.count == String(max(space, 1) - 1).utf8.count && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Takes the first HMAC word below the largest multiple of `space`; otherwise the remainder would favour small
    /// codes.
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
