import ChaveWire
public import SignInModel

/// The texts that people see of a tenant, and the targets of its links (`POST /v0/configs/profile`).
public struct ProfileDraft: Hashable, Sendable {
    public var displayName: String
    public var logoURI: String?
    public var supportMail: String?
    public var enrollURI: String?
    public var loginURI: String?
    public var registrationRedirectURI: String?

    public init(
        displayName: String,
        logoURI: String? = nil,
        supportMail: String? = nil,
        enrollURI: String? = nil,
        loginURI: String? = nil,
        registrationRedirectURI: String? = nil
    ) {
        self.displayName = displayName
        self.logoURI = logoURI
        self.supportMail = supportMail
        self.enrollURI = enrollURI
        self.loginURI = loginURI
        self.registrationRedirectURI = registrationRedirectURI
    }
}

/// A profile that was just stored.
public struct ConfiguredProfile: Sendable {
    public var tenant: Tenant
    /// Warnings about the profile's addresses for its developer, one sentence each.
    public var risks: [String]
}

extension SignIn {
    /// Replaces the tenant's whole profile: a value that is not given is removed.
    public func configureProfile(_ draft: ProfileDraft, of tenant: TenantID) async throws -> ConfiguredProfile {
        let risks = try SignIn.checked(draft)
        return try await records.changing {
            var loaded = try await known(tenant)
            loaded.record.displayName = draft.displayName
            loaded.record.logoURL = draft.logoURI ?? ""
            loaded.record.supportMail = draft.supportMail
            loaded.record.enrollURI = draft.enrollURI
            loaded.record.loginURI = draft.loginURI
            loaded.record.registrationRedirectURI = draft.registrationRedirectURI
            var change = RecordChange()
            change.replace(loaded)
            return (change, ConfiguredProfile(tenant: loaded.record, risks: risks))
        }
    }

    private static func checked(_ draft: ProfileDraft) throws(OAuthError) -> [String] {
        try TextRule.line(draft.displayName, "profile_display_name")
        if let mail = draft.supportMail { try TextRule.mailAddress(mail, "support_email") }
        if let logo = draft.logoURI, try RedirectAddress(logo, field: "profile_logo_uri").uri.scheme != "https" {
            throw TextRule.refusal("profile_logo_uri", "must be https")
        }
        var risks: [String] = []
        let links = [("app_enroll_uri", draft.enrollURI), ("app_login_uri", draft.loginURI)]
        for (field, text) in links {
            guard let text, let risk = try RedirectAddress(text, field: field).risk else { continue }
            risks.append("\(field): \(risk)")
        }
        let field = "registration_redirect_uri"
        if let text = draft.registrationRedirectURI {
            let address = try RedirectAddress(text, field: field)
            // The SDK accepts a link only with a host and `register` in its path; the server appends `register` to this
            // address.
            guard address.uri.host != nil, address.uri.query == nil else {
                throw TextRule.refusal(field, "must name a host and have no query, such as https://app.example.com")
            }
            if let risk = address.risk { risks.append("\(field): \(risk)") }
        }
        return risks
    }
}
