/// Where tables are whose rows are read, decided upon and written in one transaction, and how work gets there.
public protocol TurnStore<Turn>: Sendable {
    /// What no two transactions do at once.
    associatedtype Turn: Hashable & Sendable

    /// Whether anything can be written.
    var isHealthy: Bool { get }

    /// Runs `work` in a transaction that holds when this returns, and of which nothing is left when it throws.
    ///
    /// No other work of the same turn runs meanwhile, here or on another node, where the store names a lock for that turn; of
    /// one without, each statement stands by itself in PostgreSQL. `work` may be run more than once, so it does
    /// nothing but ask and tell the database.
    func write<Value: Sendable>(
        _ turn: Turn,
        _ work: @escaping @Sendable (any SQLDatabase) throws -> Value
    ) async throws -> Value

    /// Runs `work` on a snapshot that holds everything acknowledged before the call.
    func snapshot<Value: Sendable>(
        _ work: @escaping @Sendable (any SQLDatabase) throws -> Value
    ) async throws -> Value

    /// Finishes what runs, and lets go of the database.
    func close() async
}
