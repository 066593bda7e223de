import SignInCore
import SignInMail
import SignInModel

/// The sign-in details that a sandbox's pages show.
struct SandboxSignIn: Sendable {
    let tenant: SandboxTenant
    /// The outbox with its mails; `nil` when a program sends them.
    let outbox: MailOutbox?
    let baseURL: String
    /// Whether a mailed link is still valid; `nil` when that cannot be read now.
    let standing: @Sendable (_ token: String) async -> MailedLink.Standing?

    /// The path of the page with the mails.
    static let outboxPath = "/outbox"
    /// The path of a mailed link.
    static let registrationPath = SandboxTenant.registeredPath + "/register"

    /// The person's own page, where a browser gets its passkey.
    var account: String { "\(issuer)/account" }
    var issuer: String { SignInPolicy(baseURL: baseURL).issuer(of: tenant.tenant) }
    var discovery: String { "\(issuer)/.well-known/openid-configuration" }
}
