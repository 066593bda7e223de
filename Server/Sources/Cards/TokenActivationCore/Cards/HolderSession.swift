public import ChaveBase

/// Who asks, as the access token proved.
public struct HolderSession: Hashable, Sendable {
    public let holder: CardHolder
    /// The OAuth client that the token was given to.
    public let client: String
    /// When the person was last there, by passkey or device key.
    public let authenticatedAt: Timestamp

    public init(holder: CardHolder, client: String, authenticatedAt: Timestamp) {
        self.holder = holder
        self.client = client
        self.authenticatedAt = authenticatedAt
    }
}
