public import ChaveBase

/// One key's place: what it was used for, and the activation whose answer is its own.
public struct IdempotencyClaim: Hashable, Sendable {
    /// SHA-256 over holder, client and key.
    public let scope: Digest
    public let fingerprint: Digest
    public let activation: String
    public let createdAt: Timestamp
    /// From then on the key is as one that was never used.
    public let expiresAt: Timestamp

    public init(
        scope: Digest,
        fingerprint: Digest,
        activation: String,
        createdAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.scope = scope
        self.fingerprint = fingerprint
        self.activation = activation
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}
