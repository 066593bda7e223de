import ChaveBase
import PostgresClient
import PostgresTestSupport
import SQLPort
import Synchronization
import Testing

@testable import SandboxBank

/// Databases for the banks of one test: each bank that is not another's node has one.
final class TestDatabases: Sendable {
    private struct State {
        var unused: [String]
        var all: [String]
    }

    private let state: Mutex<State>

    private init(_ first: String) { state = Mutex(State(unused: [first], all: [first])) }

    /// Runs `body`, and takes away what it made; not too many at once.
    static func withOne(_ name: String, _ body: (TestDatabases) async throws -> Void) async throws {
        try await SharedServer.withDatabase(name) { first async throws in
            let databases = TestDatabases(first)
            do {
                try await body(databases)
            } catch {
                try? await databases.remove()
                throw error
            }
            try await databases.remove()
        }
    }

    /// The connection string of an empty one.
    func next() async throws -> String {
        if let first = state.withLock({ $0.unused.popLast() }) { return first }
        let new = try await SharedServer.database()
        state.withLock { $0.all.append(new) }
        return new
    }

    /// The sessions of banks that a test left open end with their database.
    private func remove() async throws {
        var settings = try PostgresSettings(try SharedServer.running().connectionString())
        settings.connections = 1
        (settings.deadline, settings.longestWait) = (.seconds(60), .seconds(60))
        let pool = PostgresPool(settings)
        for string in state.withLock(\.all) {
            guard let name = string.split(separator: "/").last else { continue }
            let drop = PostgresStatement("DROP DATABASE \"\(name)\" WITH (FORCE)")
            _ = try await pool.run(PostgresBatch(.writes, [drop]))
        }
        await pool.close()
    }
}

/// A bank's place in PostgreSQL.
enum BankPool {
    /// Few connections, and much time: the machine has other things to do.
    static func over(_ connectionString: String, connections: Int = 3) throws -> PostgresPool {
        var settings = try PostgresSettings(connectionString)
        settings.connections = connections
        (settings.deadline, settings.longestWait) = (.seconds(60), .seconds(60))
        return PostgresPool(settings)
    }

    /// An empty bank's tables with the keys that all test banks have: making five takes its time.
    static func plant(_ keys: [String: String], in connectionString: String) async throws {
        let pool = try over(connectionString, connections: 1)
        try await BankSchema.all.inPostgres.apply(over: pool)
        let statements = keys.map { StoredBank.planting($0.value, of: $0.key) }
        _ = try await pool.run(PostgresBatch(.writes, statements))
        await pool.close()
    }
}
