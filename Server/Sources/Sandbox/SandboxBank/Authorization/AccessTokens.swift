import ChaveBase
import Foundation
import Pages

import struct Crypto.HMAC
import struct Crypto.SHA256
import struct Crypto.SymmetricKey

/// The client, enrollment and scopes of an access token.
public struct AccessTokenHolder: Hashable, Sendable {
    /// The enrollment whose holder gave the token; `nil` for a token of the client's own credentials.
    public let enrollmentID: String?
    public let client: String
    /// The thumbprint of the certificate that it is bound to; `nil` in the bank's own process.
    public let certificate: String?
    /// The scopes, with spaces between them.
    public let scope: String

    public init(enrollmentID: String?, client: String, certificate: String?, scope: String) {
        self.enrollmentID = enrollmentID
        self.client = client
        self.certificate = certificate
        self.scope = scope
    }
}

/// Access tokens: a token carries its content and a MAC, so that the bank stores none.
///
///     at . base64url("enrollment|client|certificate|scope|expiry in seconds") . base64url(HMAC-SHA256)
///
/// It is short: Open Finance Brasil allows 2,048 characters for the whole header.
struct AccessTokens: Sendable {
    /// 300 to 900 (Open Finance Brasil, FAPI-BR 2.1.0).
    let lifeSeconds: Int
    private let key: [UInt8]

    init(key: [UInt8], lifeSeconds: Int) {
        self.key = key
        self.lifeSeconds = lifeSeconds
    }

    func issue(for holder: AccessTokenHolder, at now: Timestamp) -> String {
        let expiry = now.adding(seconds: lifeSeconds).seconds
        let fields = [holder.enrollmentID ?? "", holder.client, holder.certificate ?? "", holder.scope, "\(expiry)"]
        let payload = Base64URL.encode(Array(fields.joined(separator: "|").utf8))
        return "at.\(payload).\(Base64URL.encode(mac("at.\(payload)")))"
    }

    /// The holder of the token; `nil` when its MAC is wrong or it is too old.
    func holder(of token: String, at now: Timestamp) -> AccessTokenHolder? {
        guard token.utf8.count <= 1_536 else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "at", let mac = try? Base64URL.decode(String(parts[2])),
            isValid(mac, of: "at.\(parts[1])"), let payload = try? Base64URL.decode(String(parts[1]))
        else { return nil }
        let fields = String(decoding: payload, as: UTF8.self).split(separator: "|", omittingEmptySubsequences: false)
            .map(String.init)
        guard fields.count == 5, let expiry = Int64(fields[4]), now < Timestamp(seconds: expiry) else { return nil }
        return AccessTokenHolder(
            enrollmentID: fields[0].isEmpty ? nil : fields[0],
            client: fields[1],
            certificate: fields[2].isEmpty ? nil : fields[2],
            scope: fields[3]
        )
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
