import ChaveBase
import Foundation
public import PaymentsModel
package import PaymentsStores
import PostgresClient
import PostgresNodes
import ServerTestSupport
import Synchronization
public import Webhooks

/// Where the worlds of these tests keep what is stored: all of them in memory or in files, or all of them in PostgreSQL.
///
/// `CHAVE_TEST_DATABASE=postgres` says the latter for the whole process. How many worlds there were, and how many of them
/// truly came to PostgreSQL, is said at its end: `scripts/test` compares the two.
public enum WorldStorage {
    /// Whether they are in PostgreSQL.
    public static let isInPostgres: Bool = {
        let word = ProcessInfo.processInfo.environment["CHAVE_TEST_DATABASE"] ?? "memory"
        precondition(["memory", "postgres"].contains(word), "CHAVE_TEST_DATABASE is memory or postgres, not \(word)")
        guard word == "postgres" else { return false }
        atexit { print(WorldStorage.account) }
        return true
    }()

    /// What the payments of a world are kept in; empty.
    ///
    /// `onCommit` is told of each change that was stored, after it was and before its caller hears.
    public static func payments(
        onCommit: @escaping @Sendable (Change) -> Void = { _ in }
    ) async throws -> any PaymentsStore & WebhookStore {
        try await watchedPayments(onCommit: onCommit).store
    }

    /// The same, and whether anything is under way at its database: whoever waits for that neither runs nor is at rest.
    public static func watchedPayments(
        onCommit: @escaping @Sendable (Change) -> Void
    ) async throws -> (store: any PaymentsStore & WebhookStore, isAsked: @Sendable () -> Bool) {
        guard isInPostgres else {
            let store = MemoryPaymentsStore()
            store.onCommit(onCommit)
            return (store, { false })
        }
        let (store, database) = try await postgresPayments(onCommit: onCommit)
        let pool = database.pool
        return (store, { pool.load.used + pool.load.waiting > 0 })
    }

    /// The same in PostgreSQL with all that a server needs of it, and its database.
    package static func postgresPayments(
        onCommit: @escaping @Sendable (Change) -> Void
    ) async throws -> (
        store: any PaymentsStore & WebhookStore & OperatorStore & TendedStore & BankRegistrations,
        database: WorldDatabase
    ) {
        let database = try await WorldDatabase.taken()
        // The store holds its database: this goes to another world when nobody has the store any more.
        let store = try await SQLPaymentsStore(over: database.pool, mayMigrate: false) { change in
            withExtendedLifetime(database) { onCommit(change) }
        }
        countOpened()
        return (store, database)
    }

    /// Lets those have the processor that a test waits for; it is not the time of its world that passes.
    ///
    /// A database is at work elsewhere, and whoever only yields takes the processor from it.
    public static func letOthersWork(isIdle: Bool) async {
        guard isInPostgres, !isIdle else { return await Task.yield() }
        try? await Task.sleep(for: .microseconds(300))
    }

    private static let counts = Mutex((made: 0, opened: 0))

    static func countMade() { counts.withLock { $0.made += 1 } }

    /// One more that came to PostgreSQL.
    public static func countOpened() { counts.withLock { $0.opened += 1 } }

    private static var account: String {
        let (made, opened) = counts.withLock { $0 }
        return "worlds: \(made) made, \(opened) in PostgreSQL, in \(WorldDatabase.count) databases"
    }
}
