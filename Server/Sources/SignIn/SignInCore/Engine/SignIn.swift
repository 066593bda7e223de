public import ChaveBase
public import SignInModel

/// The sign-in product: tenants, their users and clients, credentials on devices, OAuth and OpenID Connect.
///
/// Each use case is a method in a file of its own, in the folder of its subject. A use case reads records, decides
/// without side effects, and commits once. `RecordBook.changing(_:)` repeats it after a conflicting commit.
public struct SignIn: Sendable {
    let records: RecordBook
    let world: World
    let policy: SignInPolicy
    let mail: any MailSender
    /// The record that is opened for a code without a session.
    let noSession = StandIn<ExtensionSession>()

    public init(
        store: any RecordStore,
        vault: RecordVault,
        world: World,
        policy: SignInPolicy,
        mail: any MailSender
    ) {
        records = RecordBook(store: store, vault: vault, world: world)
        self.world = world
        self.policy = policy
        self.mail = mail
    }
}

extension SignIn {
    /// Sends a mail to a person of the tenant, at their present address.
    ///
    /// - Returns: `false` for a deleted person, who has no address any more.
    /// - Throws: `MailFault` where the mail was not accepted; sending it again is harmless.
    public func mail(
        _ user: String,
        of tenant: TenantID,
        subject: String,
        text: String
    ) async throws -> Bool {
        guard let found = try await records.find(User.self, user, of: tenant)?.record, found.status != .deleted else {
            return false
        }
        try await mail.send(Mail(recipient: found.email, subject: subject, text: text))
        return true
    }
}
