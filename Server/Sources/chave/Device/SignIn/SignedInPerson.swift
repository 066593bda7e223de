import BeyondIdentityEmbedded
import ChaveBase
import ChavePixModel
import ChaveWire

/// The content of a sign-in's tokens, for a reader on a terminal.
struct SignedInPerson {
    let subject: String
    let issuer: String
    let until: Timestamp
    private let tokens: TokenResponse

    /// - Parameters:
    ///   - tokens: verified by the SDK, so that here they are only read.
    ///   - now: when they arrived.
    /// - Throws: ``CommandFailure`` when the ID token does not name person and tenant.
    init(_ tokens: TokenResponse, at now: Timestamp) throws {
        let parts = tokens.idToken.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = try? Base64URL.decode(String(parts[1])),
            let claims = try? JSONValue(parsing: payload), let subject = claims["sub"]?.string,
            let issuer = claims["iss"]?.string
        else { throw CommandFailure("The ID token cannot be read.") }
        self.subject = subject
        self.issuer = issuer
        self.tokens = tokens
        until = now.adding(seconds: Int64(tokens.accessToken.expiresIn))
    }

    var json: JSONValue {
        [
            "subject": .string(subject), "issuer": .string(issuer), "expires_at": .string(until.rfc3339),
            "expires_in": JSONValue(tokens.accessToken.expiresIn), "token_type": .string(tokens.accessToken.type),
            "access_token": .string(tokens.accessToken.value), "id_token": .string(tokens.idToken),
        ]
    }
}
