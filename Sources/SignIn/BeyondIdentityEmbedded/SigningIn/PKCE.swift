import ChaveBase
import Crypto

/// A verifier and the challenge made of it (RFC 7636).
public struct PKCE: Hashable, Sendable {
    /// The secret that the token request shows; for the app's server alone.
    public let codeVerifier: String
    /// What the authorization request shows.
    public let codeChallenge: CodeChallenge

    /// A pair that somebody else made; whether they fit is for the server to say.
    public init(codeVerifier: String, codeChallenge: CodeChallenge) {
        self.codeVerifier = codeVerifier
        self.codeChallenge = codeChallenge
    }

    /// What goes to the server before the verifier does.
    public struct CodeChallenge: Hashable, Sendable {
        /// The SHA-256 of the verifier, base64url without padding.
        public let challenge: String
        /// `S256`; the server takes no other.
        public let method: String

        /// A challenge that the app's server made; `method` is `S256`.
        public init(challenge: String, method: String) {
            self.challenge = challenge
            self.method = method
        }
    }
}

extension PKCE {
    /// By 32 random bytes: 43 characters of base64url, the least that the RFC allows and more than can be guessed.
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
