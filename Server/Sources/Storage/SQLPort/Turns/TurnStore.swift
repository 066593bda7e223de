/// A store whose rows are read, decided upon and written in one transaction.
public protocol TurnStore<Turn>: Sendable {
    /// The name of work that no two transactions do at once.
    associatedtype Turn: Hashable & Sendable

    /// Whether the database accepts writes.
    var isHealthy: Bool { get }

    /// Runs `work` in a transaction that is committed when this returns, and rolled back when it throws.
    ///
    /// When the store names a lock for the turn, no other work of the turn runs at the same time, on any node. Without
    /// a lock, other work may run between two PostgreSQL statements. `work` may run more than once, so it only asks and
    /// writes the database.
    func write<Value: Sendable>(
        _ turn: Turn,
        _ work: @escaping @Sendable (any SQLDatabase) throws -> Value
    ) async throws -> Value

    /// Runs `work` on a snapshot that holds all writes acknowledged before the call.
    func snapshot<Value: Sendable>(
        _ work: @escaping @Sendable (any SQLDatabase) throws -> Value
    ) async throws -> Value

    /// Finishes the running work and closes the database.
    func close() async
}
