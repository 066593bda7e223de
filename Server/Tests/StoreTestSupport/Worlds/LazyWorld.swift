import PostgresClient
import Synchronization

/// A world's store, which is opened when somebody asks for it first, and fails from when it is closed.
final class LazyWorld<Store: Sendable>: Sendable {
    struct Closed: Error {}

    private struct State {
        var opening: Task<(store: Store, database: WorldDatabase?), any Error>?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let inMemory: Store
    private let inPostgres: @Sendable (PostgresPool) async throws -> Store

    init(_ inMemory: Store, _ inPostgres: @escaping @Sendable (PostgresPool) async throws -> Store) {
        self.inMemory = inMemory
        self.inPostgres = inPostgres
    }

    func setClosed(_ isClosed: Bool) { state.withLock { $0.isClosed = isClosed } }

    /// Asks the store something.
    func open<Answer>(_ body: (Store) async throws -> Answer) async throws -> Answer {
        if state.withLock(\.isClosed) { throw Closed() }
        return try await body(try await opened().store)
    }

    /// Where its tables are; `nil` in memory.
    var pool: PostgresPool? { get async throws { try await opened().database?.pool } }

    private func opened() async throws -> (store: Store, database: WorldDatabase?) {
        guard WorldStorage.isInPostgres else { return (inMemory, nil) }
        let inPostgres = inPostgres
        let opening = state.withLock { state in
            let opening =
                state.opening
                ?? Task {
                    let database = try await WorldDatabase.taken()
                    let store = try await inPostgres(database.pool)
                    WorldStorage.countOpened()
                    return (store, database)
                }
            state.opening = opening
            return opening
        }
        return try await opening.value
    }
}
