/// A person whom the sign-in product knows, as the register of cards names them.
public struct CardHolder: Hashable, Sendable {
    /// The tenant that they sign in to: the issuer.
    public let tenant: String
    /// Their id there, `sub` in tokens.
    public let user: String

    public init(tenant: String, user: String) {
        self.tenant = tenant
        self.user = user
    }
}
