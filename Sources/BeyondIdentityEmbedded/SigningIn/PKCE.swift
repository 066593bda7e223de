import ChaveWire
import Crypto

/// A verifier and the challenge made of it (RFC 7636).
public struct PKCE: Hashable, Sendable {
    public let codeVerifier: String
    public let codeChallenge: CodeChallenge

    public init(codeVerifier: String, codeChallenge: CodeChallenge) {
        self.codeVerifier = codeVerifier
        self.codeChallenge = codeChallenge
    }

    /// What goes to the server before the verifier does.
    public struct CodeChallenge: Hashable, Sendable {
        public let challenge: String
        /// `S256`; the server takes no other.
        public let method: String

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
