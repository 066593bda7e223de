import PostgresClient
public import SignInCore

extension PostgresRecordStore {
    /// Whether the last attempt to connect succeeded.
    public var isHealthy: Bool { pool.isReachable }

    /// How many requests of this node wait for a connection.
    public var waitingWrites: Int { pool.load.waiting }

    /// The record with the first key and the one with the last; one, where there is one.
    public func firstAndLast() async throws(RecordStoreFault) -> [StoredRecord] {
        try await listing(RecordStatement.first, []) + listing(RecordStatement.last, [])
    }
}
