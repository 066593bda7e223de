public import ChaveBase
public import ChaveWire

/// An organisation with its own users, keys and issuer.
public struct Tenant: SignInRecord, Hashable {
    public static let kind = "tenant"

    public var tenant: TenantID
    /// The name that people see; the SDK's `Credential.name`.
    public var displayName: String
    public var logoURL: String
    public var supportMail: String?
    /// The SDK's `Credential.loginURI` and `enrollURI`.
    public var loginURI: String?
    public var enrollURI: String?
    /// The target of a mailed link after it was opened: `<this>/register?token=…`.
    public var registrationRedirectURI: String?
    /// The tenant's own scopes, with the claims that they open.
    public var scopes: [ClaimScope] = []
    public var createdAt: Timestamp

    public init(tenant: TenantID, displayName: String, logoURL: String = "", createdAt: Timestamp) {
        self.tenant = tenant
        self.displayName = displayName
        self.logoURL = logoURL
        self.createdAt = createdAt
    }

    public var recordID: String { tenant.text }
    public var indexes: [RecordIndex] { [Tenant.everyTenant] }
    public var expiresAt: Timestamp? { nil }

    /// The index of all tenants.
    package static let everyTenant = RecordIndex("every", "tenant", isGlobal: true)

    public var content: JSONObject {
        var content = JSONObject()
        content.set("display_name", displayName)
        content.set("logo_url", logoURL)
        content.set("support_mail", supportMail)
        content.set("login_uri", loginURI)
        content.set("enroll_uri", enrollURI)
        content.set("registration_redirect_uri", registrationRedirectURI)
        if !scopes.isEmpty { content["scopes"] = .array(scopes.map(\.content)) }
        content.set("created_at", createdAt)
        return content
    }

    public init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: Tenant.kind, content: content)
        self.tenant = tenant
        displayName = try reader.text("display_name")
        logoURL = try reader.text("logo_url")
        supportMail = try reader.optionalText("support_mail")
        loginURI = try reader.optionalText("login_uri")
        enrollURI = try reader.optionalText("enroll_uri")
        registrationRedirectURI = try reader.optionalText("registration_redirect_uri")
        for scope in content["scopes"]?.array ?? [] { scopes.append(try ClaimScope(scope)) }
        createdAt = try reader.time("created_at")
    }
}
