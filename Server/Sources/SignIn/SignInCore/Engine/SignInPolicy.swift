import ChaveBase

/// What the operator may set.
public struct SignInPolicy: Sendable {
    /// Where this server is reached, `https://host` or, on this machine alone, `http://localhost:port`; no `/` at its end.
    public var baseURL: String
    public var codeSeconds: Int64 = 60
    public var accessTokenSeconds: Int64 = 600
    public var refreshTokenSeconds: Int64 = 30 * 86_400
    /// How long an answer to a refresh stands for the same key's repetition of it.
    public var refreshRepeatSeconds: Int64 = 30
    public var authSessionSeconds: Int64 = 120
    public var pushedRequestSeconds: Int64 = 60
    public var mailedLinkSeconds: Int64 = 86_400
    public var certificateSeconds: Int64 = 365 * 86_400
    /// How long what happened is told, and of how many events of a tenant.
    public var eventSeconds: Int64 = 90 * 86_400
    public var eventsPerTenant = 100_000

    /// Says what is wrong with an address that logout tokens are to be sent to, in words after the field's name.
    ///
    /// `nil` is nothing. Whoever sends them knows where to; a program that sends none takes no address.
    public var backChannelFault: @Sendable (_ address: String) -> String? = { _ in
        "cannot be set here: this program sends no logout tokens"
    }

    public var extensions = ExtensionPolicy()
    public var browser = BrowserPolicy()

    public init(baseURL: String) { self.baseURL = baseURL }

    /// The issuer of a tenant's tokens (RFC 8414, section 2).
    public func issuer(of tenant: TenantID) -> String { "\(baseURL)/t/\(tenant.text)" }
}
