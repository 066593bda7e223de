/// A cookie of pages: no script reads it, and no form of another site carries it.
public struct PageCookie: Hashable, Sendable {
    public var name: String
    /// `nil` takes the cookie away.
    public var value: String?
    public var path: String
    public var lifeSeconds: Int
    /// Whether it goes over TLS alone: always, where the site is reached by https.
    public var isSecure: Bool
    /// Whether it comes with no request that another site began, not even a link's.
    public var isStrict: Bool

    public init(name: String, value: String?, path: String, lifeSeconds: Int, isSecure: Bool, isStrict: Bool = false) {
        self.name = name
        self.value = value
        self.path = path
        self.lifeSeconds = lifeSeconds
        self.isSecure = isSecure
        self.isStrict = isStrict
    }

    /// RFC 6265, section 4.1; `Lax` where a bank sends its holder back by a link.
    public var text: String {
        let life = value == nil ? 0 : lifeSeconds
        let sites = isStrict ? "Strict" : "Lax"
        return "\(name)=\(value ?? ""); Path=\(path); Max-Age=\(life); HttpOnly; SameSite=\(sites)"
            + (isSecure ? "; Secure" : "")
    }
}
