import PostgresClient

extension PostgresTokenActivationStore {
    /// `false` from a failed attempt to connect to the next that succeeds.
    public var isHealthy: Bool { pool.isReachable }
}
