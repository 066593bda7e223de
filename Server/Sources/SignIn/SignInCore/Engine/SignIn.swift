public import ChaveBase

/// The sign-in product: tenants, their users and clients, credentials on devices, and what OAuth and OpenID Connect ask.
///
/// Each use case is a method in a file of its own, in the folder of what it is about. It reads records, decides without
/// touching the world, and commits once; ``RecordBook/changing(_:)`` does so anew when somebody else was faster.
public struct SignIn: Sendable {
    let records: RecordBook
    let world: World
    let policy: SignInPolicy
    let mail: any MailSender
    /// Opened for a code that is no session's.
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
