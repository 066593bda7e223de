/// Why the system gave no passkey, in its own numbers.
struct PasskeyFault: Error, Hashable, Sendable {
    let domain: String
    let code: Int

    init(domain: String, code: Int) {
        self.domain = domain
        self.code = code
    }

    /// There was no window to show the system's sheet in; a number of ours.
    static let noWindow = PasskeyFault(domain: "chave", code: 1)

    /// The domain of `ASAuthorizationError`.
    static let authorization = "com.apple.AuthenticationServices.AuthorizationError"
    /// Older systems tell of an excluded passkey in WebKit's words.
    static let webKit = ["WKErrorDomain", "WebKitErrorDomain"]
}
