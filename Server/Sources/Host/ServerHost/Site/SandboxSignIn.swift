import SignInCore
import SignInMail

/// What a sandbox's pages show of sign-in.
struct SandboxSignIn: Sendable {
    let tenant: SandboxTenant
    /// Where its mails are; `nil` where a program sends them.
    let outbox: MailOutbox?
    let baseURL: String
    /// Whether a mailed link is still good; `nil` where that cannot be read now.
    let standing: @Sendable (_ token: String) async -> MailedLink.Standing?

    /// Where the mails are shown.
    static let outboxPath = "/outbox"
    /// Where a mailed link leads.
    static let registrationPath = SandboxTenant.registeredPath + "/register"

    /// The person's own page, where a browser gets its passkey.
    var account: String { "\(issuer)/account" }
    var issuer: String { SignInPolicy(baseURL: baseURL).issuer(of: tenant.tenant) }
    var discovery: String { "\(issuer)/.well-known/openid-configuration" }
}
