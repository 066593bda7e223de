import ChaveBase
public import SignInModel

/// The settings of the operator.
public struct SignInPolicy: Sendable {
    /// This server's address: `https://host`, or `http://localhost:port` on this machine alone, without `/` at its end.
    public var baseURL: String
    public var codeSeconds: Int64 = 60
    public var accessTokenSeconds: Int64 = 600
    public var refreshTokenSeconds: Int64 = 30 * 86_400
    /// How long the server repeats the answer to a refresh for the same key.
    public var refreshRepeatSeconds: Int64 = 30
    public var authSessionSeconds: Int64 = 120
    public var pushedRequestSeconds: Int64 = 60
    public var mailedLinkSeconds: Int64 = 86_400
    public var certificateSeconds: Int64 = 365 * 86_400
    /// How long events are stored; ``eventsPerTenant`` limits their number.
    public var eventSeconds: Int64 = 90 * 86_400
    public var eventsPerTenant = 100_000

    /// The reason why an address cannot receive logout tokens, as words after the field's name; `nil` where it can.
    ///
    /// The sender of logout tokens sets this check. A program that sends none accepts no address.
    public var backChannelFault: @Sendable (_ address: String) -> String? = { _ in
        "cannot be set here: this program sends no logout tokens"
    }

    public var extensions = ExtensionPolicy()
    public var browser = BrowserPolicy()

    public init(baseURL: String) { self.baseURL = baseURL }

    /// The issuer of a tenant's tokens (RFC 8414, section 2).
    public func issuer(of tenant: TenantID) -> String { "\(baseURL)/t/\(tenant.text)" }
}
