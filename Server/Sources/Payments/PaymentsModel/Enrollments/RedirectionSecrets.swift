import ChaveBase
package import ChaveWire
import Crypto

/// The secrets that link a callback to its enrollment.
///
/// They are the OAuth `state`, the OpenID Connect `nonce` and the PKCE verifier (RFC 7636).
package struct RedirectionSecrets: Hashable, Sendable {
    package var state: String
    package var nonce: String
    package var codeVerifier: String

    /// Creates the three secrets from 32 random bytes each.
    package init(randomBytes: (Int) -> [UInt8]) {
        state = Base64URL.encode(randomBytes(32))
        nonce = Base64URL.encode(randomBytes(32))
        codeVerifier = Base64URL.encode(randomBytes(32))
    }

    package init?(json bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes), let state = json["state"]?.string,
            let nonce = json["nonce"]?.string, let codeVerifier = json["code_verifier"]?.string
        else { return nil }
        self.state = state
        self.nonce = nonce
        self.codeVerifier = codeVerifier
    }

    package var json: JSONValue {
        ["state": .string(state), "nonce": .string(nonce), "code_verifier": .string(codeVerifier)]
    }

    /// The PKCE code challenge by S256 (RFC 7636, section 4.2).
    package var codeChallenge: String { Base64URL.encode(Array(SHA256.hash(data: Array(codeVerifier.utf8)))) }
}

/// The valid parameters of a callback, until the code is exchanged.
package struct ReturnedCode: Hashable, Sendable {
    package var code: String
    /// `sub` of the callback's identity token.
    package var subject: String

    package init(code: String, subject: String) {
        self.code = code
        self.subject = subject
    }

    package init?(json bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes), let code = json["code"]?.string,
            let subject = json["sub"]?.string
        else { return nil }
        self.code = code
        self.subject = subject
    }

    package var json: JSONValue { ["code": .string(code), "sub": .string(subject)] }
}

/// The identity token that came with an enrollment's tokens, and the claims that it must have.
package struct ExchangedIdentity: Hashable, Sendable {
    package var token: String
    package var nonce: String
    /// `sub` of the callback's identity token.
    package var subject: String

    package init(token: String, nonce: String, subject: String) {
        self.token = token
        self.nonce = nonce
        self.subject = subject
    }

    package init?(json bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes), let token = json["token"]?.string,
            let nonce = json["nonce"]?.string, let subject = json["sub"]?.string
        else { return nil }
        self.token = token
        self.nonce = nonce
        self.subject = subject
    }

    package var json: JSONValue { ["token": .string(token), "nonce": .string(nonce), "sub": .string(subject)] }
}
