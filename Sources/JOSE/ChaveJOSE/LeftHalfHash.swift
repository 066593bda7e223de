import ChaveBase
import Crypto

/// What binds a code, a state or an access token to an ID token: `c_hash`, `s_hash`, `at_hash`.
public enum LeftHalfHash {
    /// The left-most 128 bits of the SHA-256 of the text's bytes, as base64url (OpenID Connect Core 1.0, section 3.3.2.11).
    ///
    /// For tokens signed by ES256, PS256 or RS256; the hash of another algorithm may be another.
    public static func sha256(_ text: String) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Array(text.utf8))).prefix(16))
    }

    /// Whether `claimed` is that hash of `text`.
    public static func isSHA256(_ claimed: String, of text: String) -> Bool {
        isSame(claimed, sha256(text))
    }
}
