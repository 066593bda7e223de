import ChaveBase
import Crypto

/// The hash in an ID token that binds a code, a state or an access token to it: `c_hash`, `s_hash`, `at_hash`.
public enum LeftHalfHash {
    /// The left-most 128 bits of the SHA-256 of the text's bytes, as base64url (OpenID Connect Core 1.0, section
    /// 3.3.2.11).
    ///
    /// Use this hash for tokens signed by ES256, PS256 or RS256; another algorithm may have another hash.
    public static func sha256(_ text: String) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Array(text.utf8))).prefix(16))
    }

    /// Whether `claimed` is this hash of `text`.
    public static func isSHA256(_ claimed: String, of text: String) -> Bool {
        isSame(claimed, sha256(text))
    }
}
