/// A cookie of pages: no script reads it, and no form of another site carries it.
public struct PageCookie: Hashable, Sendable {
    public var name: String
    /// `nil` takes the cookie away.
    public var value: String?
    public var path: String
    public var lifeSeconds: Int
    /// Whether it goes over TLS alone: always, where the site is reached by https.
    public var isSecure: Bool

    public init(name: String, value: String?, path: String, lifeSeconds: Int, isSecure: Bool) {
        self.name = name
        self.value = value
        self.path = path
        self.lifeSeconds = lifeSeconds
        self.isSecure = isSecure
    }

    /// RFC 6265, section 4.1; `Lax`, because a bank sends its holder back by a link.
    public var text: String {
        let life = value == nil ? 0 : lifeSeconds
        return "\(name)=\(value ?? ""); Path=\(path); Max-Age=\(life); HttpOnly; SameSite=Lax"
            + (isSecure ? "; Secure" : "")
    }
}
