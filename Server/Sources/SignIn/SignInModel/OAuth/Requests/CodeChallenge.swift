public import ChaveBase
import ChaveWire
import Hashing

/// A client's code challenge (RFC 7636) by S256; `plain` does not exist here.
public struct CodeChallenge: Hashable, Sendable {
    public let digest: Digest

    /// `nil` unless the text is the base64url of 32 bytes.
    public init?(_ text: String) {
        guard let bytes = try? Base64URL.decode(text), let digest = Digest(bytes: bytes) else { return nil }
        self.digest = digest
    }

    public var text: String { digest.text }

    /// Whether the challenge was made from this verifier, compared in constant time.
    public func isMet(by verifier: String) -> Bool {
        let isUnreserved: (UInt8) -> Bool = { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~")].contains(byte)
        }
        guard (43...128).contains(verifier.utf8.count), verifier.utf8.allSatisfy(isUnreserved) else { return false }
        return Digest(ofText: verifier).equalsInConstantTime(digest)
    }

    /// Reads `code_challenge` and `code_challenge_method`, which are required for a public client.
    package static func read(_ parameters: OAuthParameters, of client: OIDCClient) throws(OAuthError) -> CodeChallenge?
    {
        let method = parameters["code_challenge_method"]
        guard let text = parameters["code_challenge"] else {
            guard method == nil else {
                throw OAuthError(.invalidRequest, "There is a method but no challenge.", field: "code_challenge")
            }
            guard !client.isPublic else {
                throw OAuthError(.invalidRequest, "A public client must use PKCE.", field: "code_challenge")
            }
            return nil
        }
        guard method == "S256" else {
            // Without a method RFC 7636, section 4.3, means `plain`.
            throw OAuthError(.invalidRequest, "The method must be S256.", field: "code_challenge_method")
        }
        guard let challenge = CodeChallenge(text) else {
            throw OAuthError(.invalidRequest, "The challenge is no base64url of 32 bytes.", field: "code_challenge")
        }
        return challenge
    }
}
