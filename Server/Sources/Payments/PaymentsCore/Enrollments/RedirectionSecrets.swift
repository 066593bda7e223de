import ChaveBase
import ChaveWire
import Crypto

/// What ties a callback to its enrollment: OAuth `state`, OpenID Connect `nonce` and the PKCE verifier (RFC 7636).
struct RedirectionSecrets: Hashable, Sendable {
    var state: String
    var nonce: String
    var codeVerifier: String

    /// Three times 32 random bytes.
    init(randomBytes: (Int) -> [UInt8]) {
        state = Base64URL.encode(randomBytes(32))
        nonce = Base64URL.encode(randomBytes(32))
        codeVerifier = Base64URL.encode(randomBytes(32))
    }

    init?(json bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes), let state = json["state"]?.string,
            let nonce = json["nonce"]?.string, let codeVerifier = json["code_verifier"]?.string
        else { return nil }
        self.state = state
        self.nonce = nonce
        self.codeVerifier = codeVerifier
    }

    var json: JSONValue {
        ["state": .string(state), "nonce": .string(nonce), "code_verifier": .string(codeVerifier)]
    }

    /// S256 (RFC 7636, section 4.2).
    var codeChallenge: String { Base64URL.encode(Array(SHA256.hash(data: Array(codeVerifier.utf8)))) }
}
