import Foundation
import Synchronization

/// The server that tests share which break nothing: each has a database of its own in it.
///
/// It is as quick as it can be: nobody kills it, so nothing has to be kept from that.
public enum SharedServer {
    private static let server = Mutex<PostgresServer?>(nil)
    private static let settings = [
        "max_connections = 300", "fsync = off", "synchronous_commit = off", "full_page_writes = off",
        "wal_level = minimal", "max_wal_senders = 0", "autovacuum = off",
    ]

    /// Started by the first that asks; its end is that of the process.
    public static func running() throws -> PostgresServer {
        try server.withLock { server in
            if let server { return server }
            let started = try PostgresServer(settings: settings)
            try started.start()
            server = started
            atexit { SharedServer.end() }
            return started
        }
    }

    /// Runs `body` with a new and empty database, not too many at once: their connections are the server's.
    ///
    /// One in another's `body` could wait for ever. A body that takes too long ends the process.
    public static func withDatabase<Value>(
        _ name: String,
        _ body: (_ connectionString: String) async throws -> Value
    ) async throws -> Value {
        try await turns.take {
            try await Limit.hold(name) { try await body(try await database()) }
        }
    }

    private static let turns = Turns(8)

    /// The connection string of a new and empty database.
    public static func database() async throws -> String { try await Limit.apart { try made(from: "template1") } }

    /// The connection string of a new database that has what another one has; nobody may be connected to that one.
    public static func database(from other: String) async throws -> String {
        try await Limit.apart { try made(from: other) }
    }

    private static func made(from other: String) throws -> String {
        let server = try running()
        let name = "test_\(number.wrappingAdd(1, ordering: .relaxed).newValue)"
        try PostgresPlainly.run("CREATE DATABASE \(name) TEMPLATE \(other)", at: server.connectionString())
        return server.connectionString(database: name)
    }

    private static let number = Atomic<Int>(0)

    private static func end() {
        server.withLock { server in
            server?.remove()
            server = nil
        }
    }
}
