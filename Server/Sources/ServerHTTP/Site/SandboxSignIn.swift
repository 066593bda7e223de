import SignInCore
import SignInMail

/// What a sandbox's pages show of sign-in.
struct SandboxSignIn: Sendable {
    let tenant: SandboxTenant
    /// Where its mails are; `nil` where a program sends them.
    let outbox: MailOutbox?
    let baseURL: String

    /// Where the mails are shown.
    static let outboxPath = "/outbox"
    /// Where a mailed link leads.
    static let registrationPath = SandboxTenant.registeredPath + "/register"

    var issuer: String { SignInPolicy(baseURL: baseURL).issuer(of: tenant.tenant) }
    var discovery: String { "\(issuer)/.well-known/openid-configuration" }
}
