import GRDB
import SQLiteWriter

/// Where a bank's tables are, and how its transactions get there.
protocol BankStore: Sendable {
    /// Whether anything can be written.
    var isHealthy: Bool { get }

    /// Runs `work` in a transaction that holds when this returns, and of which nothing is left when it throws.
    ///
    /// No other work of the same turn runs meanwhile, here or on another node. `work` may be run more than once, so it does
    /// nothing but ask and tell the database.
    func write<Value: Sendable>(
        _ turn: BankTurn,
        _ work: @escaping @Sendable (any BankDatabase) throws -> Value
    ) async throws -> Value

    /// Runs `work` on a snapshot that holds everything acknowledged before the call.
    func snapshot<Value: Sendable>(
        _ work: @escaping @Sendable (any BankDatabase) throws -> Value
    ) async throws -> Value

    /// Finishes what runs, and lets go of the database.
    func close() async
}

/// What no two transactions do at once.
enum BankTurn: Hashable, Sendable {
    /// One institution's business, by its ISPB.
    case institution(String)
    /// A new bank's keys and accounts.
    case opening
    /// What needs no turn: each of its statements stands by itself.
    case upkeep
}

/// A file's one writer takes one after the other, whosever turn it is.
extension GroupCommitWriter: BankStore {
    func write<Value: Sendable>(
        _ turn: BankTurn,
        _ work: @escaping @Sendable (any BankDatabase) throws -> Value
    ) async throws -> Value {
        try await write { try work($0) }
    }

    func snapshot<Value: Sendable>(
        _ work: @escaping @Sendable (any BankDatabase) throws -> Value
    ) async throws -> Value {
        try await read { (database: Database) in try work(database) }
    }
}
