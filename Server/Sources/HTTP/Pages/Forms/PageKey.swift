import ChaveBase
import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A key that proves that a form came from a page of this server, and that this server wrote a cookie.
///
/// The proof is HMAC-SHA256 under one secret, with a different purpose for each use, compared in constant time.
public struct PageKey: Sendable {
    private let key: SymmetricKey

    public init(secret: [UInt8]) { key = SymmetricKey(data: secret) }

    /// The token of a page's form, which only a page of this session can send.
    public func formToken(of session: String) -> String { Base64URL.encode(code("form", session)) }

    /// Whether a form with that token came from a page of this session.
    public func accepts(_ formToken: String?, of session: String) -> Bool {
        guard let formToken, let bytes = try? Base64URL.decode(formToken) else { return false }
        return isCode(bytes, "form", session)
    }

    /// The text with a proof that this server wrote it, in a form fit for a cookie; anybody can read the text.
    public func signed(_ text: String) -> String {
        "\(Base64URL.encode(Array(text.utf8))).\(Base64URL.encode(code("text", text)))"
    }

    /// The text of ``signed(_:)``; `nil` for anything else.
    public func text(signed: String) -> String? {
        let parts = signed.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let bytes = try? Base64URL.decode(String(parts[0])),
            let proof = try? Base64URL.decode(String(parts[1]))
        else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return isCode(proof, "text", text) ? text : nil
    }

    private func code(_ purpose: String, _ text: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: message(purpose, text), using: key))
    }

    private func isCode(_ code: [UInt8], _ purpose: String, _ text: String) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message(purpose, text), using: key)
    }

    private func message(_ purpose: String, _ text: String) -> Data { Data("pages.\(purpose).\(text)".utf8) }
}
