import ChaveBase
import Foundation
import Pages

import struct Crypto.HMAC
import struct Crypto.SHA256
import struct Crypto.SymmetricKey

/// Access tokens of enrollments: a token carries its content and a MAC, so that the bank stores none.
///
///     at . base64url("enrollment|expiry in seconds") . base64url(HMAC-SHA256)
struct AccessTokens: Sendable {
    static let lifeSeconds = 900

    private let key: [UInt8]

    init(key: [UInt8]) { self.key = key }

    func issue(for enrollmentID: String, at now: Timestamp) -> String {
        let expiry = now.adding(seconds: Self.lifeSeconds).seconds
        let payload = Base64URL.encode(Array("\(enrollmentID)|\(expiry)".utf8))
        return "at.\(payload).\(Base64URL.encode(mac("at.\(payload)")))"
    }

    /// The enrollment that the token is for; `nil` when its MAC is wrong or it is too old.
    func enrollmentID(of token: String, at now: Timestamp) -> String? {
        guard token.utf8.count <= 1_024 else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "at", let mac = try? Base64URL.decode(String(parts[2])),
            isValid(mac, of: "at.\(parts[1])"), let payload = try? Base64URL.decode(String(parts[1]))
        else { return nil }
        let fields = String(decoding: payload, as: UTF8.self).split(separator: "|")
        guard fields.count == 2, let expiry = Int64(fields[1]), now < Timestamp(seconds: expiry) else { return nil }
        return String(fields[0])
    }

    /// The key that proves the forms of the bank's pages.
    var pages: PageKey { PageKey(secret: mac("pages")) }

    private func mac(_ text: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: key)))
    }

    /// Compares the MAC in constant time.
    private func isValid(_ mac: [UInt8], of text: String) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(
            Data(mac),
            authenticating: Data(text.utf8),
            using: SymmetricKey(data: key)
        )
    }
}
