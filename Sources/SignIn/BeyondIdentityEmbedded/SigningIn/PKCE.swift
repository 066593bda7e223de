import ChaveBase
import Crypto

/// A verifier and its challenge (RFC 7636).
public struct PKCE: Hashable, Sendable {
    /// The secret for the token request, which only the app's server may get.
    public let codeVerifier: String
    /// The challenge for the authorization request.
    public let codeChallenge: CodeChallenge

    /// Creates a pair from existing values; the server checks that they match.
    public init(codeVerifier: String, codeChallenge: CodeChallenge) {
        self.codeVerifier = codeVerifier
        self.codeChallenge = codeChallenge
    }

    /// The value that the server gets before the verifier.
    public struct CodeChallenge: Hashable, Sendable {
        /// The SHA-256 of the verifier, base64url without padding.
        public let challenge: String
        /// The method `S256`; the server accepts no other.
        public let method: String

        /// Creates a challenge that the app's server made; `method` is `S256`.
        public init(challenge: String, method: String) {
            self.challenge = challenge
            self.method = method
        }
    }
}

extension PKCE {
    /// Creates a pair from 32 random bytes: 43 characters of base64url.
    ///
    /// That is the shortest verifier that the RFC allows, and nobody can guess it.
    init(random bytes: [UInt8]) {
        let verifier = Base64URL.encode(bytes)
        let digest = Base64URL.encode(Array(SHA256.hash(data: Array(verifier.utf8))))
        self.init(codeVerifier: verifier, codeChallenge: CodeChallenge(challenge: digest, method: "S256"))
    }
}

extension PKCE: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "PKCE(<redacted>)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
