public import ChaveBase

/// A notice that waits to be sent: a row of the outbox, written with the activation that it tells of.
public struct PendingNotice: Hashable, Sendable {
    public let activation: String
    /// 1 for the first, one more with each try.
    public var version: Int64
    public let createdAt: Timestamp
    public var dueAt: Timestamp

    public init(activation: String, version: Int64, createdAt: Timestamp, dueAt: Timestamp) {
        self.activation = activation
        self.version = version
        self.createdAt = createdAt
        self.dueAt = dueAt
    }
}
