public import ChaveBase

/// The stored use of an idempotency key: its request, and the activation that gives the answer.
public struct IdempotencyClaim: Hashable, Sendable {
    /// SHA-256 over holder, client and key.
    public let scope: Digest
    public let fingerprint: Digest
    public let activation: String
    public let createdAt: Timestamp
    /// The time from which the key counts as unused.
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
