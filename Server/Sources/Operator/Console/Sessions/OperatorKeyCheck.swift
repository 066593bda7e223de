import Crypto
import Pages

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The operator's key, and the secret that is derived from it.
struct OperatorKeyCheck: Sendable {
    private let key: String
    /// The key that signs cookies and forms: they stay valid over a restart, and end with the operator's key.
    let pages: PageKey

    init(key: String) {
        self.key = key
        let secret = SymmetricKey(data: Data(key.utf8))
        let code = HMAC<SHA256>.authenticationCode(for: Data("console pages".utf8), using: secret)
        pages = PageKey(secret: Array(code))
    }

    /// Whether a text is the key; digests are compared, so that the duration reveals nothing about the key.
    func isKey(_ text: String?) -> Bool {
        guard let text, !key.isEmpty else { return false }
        return SHA256.hash(data: Data(text.utf8)) == SHA256.hash(data: Data(key.utf8))
    }
}
