/// A cookie of pages, which no script can read and no form of another site sends.
public struct PageCookie: Hashable, Sendable {
    public var name: String
    /// The value; `nil` removes the cookie.
    public var value: String?
    public var path: String
    public var lifeSeconds: Int
    /// Whether the browser sends the cookie over TLS only: always, when the site uses https.
    public var isSecure: Bool
    /// Whether the browser leaves the cookie out of every request that another site starts, even of a link.
    public var isStrict: Bool

    public init(name: String, value: String?, path: String, lifeSeconds: Int, isSecure: Bool, isStrict: Bool = false) {
        self.name = name
        self.value = value
        self.path = path
        self.lifeSeconds = lifeSeconds
        self.isSecure = isSecure
        self.isStrict = isStrict
    }

    /// The value of `Set-Cookie` (RFC 6265, section 4.1), with `Lax` where a bank sends its holder back by a link.
    public var text: String {
        let life = value == nil ? 0 : lifeSeconds
        let sites = isStrict ? "Strict" : "Lax"
        return "\(name)=\(value ?? ""); Path=\(path); Max-Age=\(life); HttpOnly; SameSite=\(sites)"
            + (isSecure ? "; Secure" : "")
    }
}
