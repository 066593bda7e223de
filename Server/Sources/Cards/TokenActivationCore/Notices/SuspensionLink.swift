public import ChaveBase

/// A link by which a notice's reader suspends a token; its secret is in the mail alone.
public struct SuspensionLink: Hashable, Sendable {
    public let digest: Digest
    public let activation: String
    public let expiresAt: Timestamp

    public init(digest: Digest, activation: String, expiresAt: Timestamp) {
        self.digest = digest
        self.activation = activation
        self.expiresAt = expiresAt
    }
}
