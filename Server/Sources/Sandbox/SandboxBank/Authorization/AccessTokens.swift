import ChaveBase
import Foundation
import Pages

import struct Crypto.HMAC
import struct Crypto.SHA256
import struct Crypto.SymmetricKey

/// Access tokens of enrollments: a token carries its content and a MAC, so that the bank stores none.
///
///     at . base64url("enrollment|client|expiry in seconds") . base64url(HMAC-SHA256)
struct AccessTokens: Sendable {
    static let lifeSeconds = 900

    private let key: [UInt8]

    init(key: [UInt8]) { self.key = key }

    /// The enrollment that a token is for, and the client that it was given to.
    struct Holder: Hashable {
        let enrollmentID: String
        let client: String
    }

    func issue(for holder: Holder, at now: Timestamp) -> String {
        let expiry = now.adding(seconds: Self.lifeSeconds).seconds
        let payload = Base64URL.encode(Array("\(holder.enrollmentID)|\(holder.client)|\(expiry)".utf8))
        return "at.\(payload).\(Base64URL.encode(mac("at.\(payload)")))"
    }

    /// The holder of the token; `nil` when its MAC is wrong or it is too old.
    func holder(of token: String, at now: Timestamp) -> Holder? {
        guard token.utf8.count <= 1_024 else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "at", let mac = try? Base64URL.decode(String(parts[2])),
            isValid(mac, of: "at.\(parts[1])"), let payload = try? Base64URL.decode(String(parts[1]))
        else { return nil }
        let fields = String(decoding: payload, as: UTF8.self).split(separator: "|")
        guard fields.count == 3, let expiry = Int64(fields[2]), now < Timestamp(seconds: expiry) else { return nil }
        return Holder(enrollmentID: String(fields[0]), client: String(fields[1]))
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
