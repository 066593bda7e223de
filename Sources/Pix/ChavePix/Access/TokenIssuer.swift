import ChaveBase
import ChaveWire

/// Reads the issuer of an access token, to find the server.
///
/// The signature is not checked: the token goes to its own issuer, which checks it.
enum TokenIssuer {
    static func unverifiedIssuer(of token: String) -> String? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = try? Base64URL.decode(String(parts[1])),
            let claims = try? JSONValue(parsing: bytes)
        else { return nil }
        return claims["iss"]?.string
    }
}
