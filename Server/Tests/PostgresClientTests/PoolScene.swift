import PostgresClient
import PostgresTestSupport

/// What tests of the pool begin with.
enum PoolScene {
    /// Runs `body` with a pool over an empty database of the shared server.
    static func withPool(
        statements: PostgresSettings.Statements = .prepared,
        connections: Int = 4,
        named name: String = #function,
        _ body: (PostgresPool) async throws -> Void
    ) async throws {
        try await SharedServer.withDatabase(name) { string async throws in
            var settings = try PostgresSettings(string)
            settings.statements = statements
            settings.connections = connections
            patient(&settings)
            try await use(PostgresPool(settings), body)
        }
    }

    /// Runs `body` with a server of its own, started, and a pool over it.
    static func withServer(
        settings lines: [String] = [],
        named name: String = #function,
        _ change: (inout PostgresSettings) -> Void = { _ in },
        _ body: (PostgresServer, PostgresPool) async throws -> Void
    ) async throws {
        let server = try await PostgresServer.started(settings: lines)
        defer { server.remove() }
        var settings = try PostgresSettings(server.connectionString())
        settings.connections = 4
        patient(&settings)
        change(&settings)
        try await Limit.hold(name) {
            try await use(PostgresPool(settings)) { try await body(server, $0) }
        }
    }

    /// For a machine that has other things to do.
    private static func patient(_ settings: inout PostgresSettings) {
        (settings.deadline, settings.longestWait) = (.seconds(20), .seconds(20))
    }

    private static func use(
        _ pool: PostgresPool,
        _ body: (PostgresPool) async throws -> Void
    ) async throws {
        do {
            try await body(pool)
        } catch {
            await pool.close()
            throw error
        }
        await pool.close()
    }
}

extension PostgresPool {
    /// One statement that reads.
    func ask(
        _ sql: String,
        _ values: [PostgresValue] = [],
        within time: Duration? = nil
    ) async throws(PostgresError) -> PostgresRows {
        try await run(PostgresBatch(.reads, [PostgresStatement(sql, values)]), within: time).first ?? PostgresRows()
    }

    /// Statements that write, together.
    func write(_ statements: String..., within time: Duration? = nil) async throws(PostgresError) {
        _ = try await run(PostgresBatch(.writes, statements.map { PostgresStatement($0) }), within: time)
    }

    /// Runs `body` while a transaction has one of the connections.
    func whileOneIsHeld(_ body: () async throws -> Void) async throws {
        try await transaction(within: .seconds(60)) { transaction in
            _ = try await transaction.run([PostgresStatement("SELECT 1")])
            try await body()
        }
    }

    /// Asks until the answer is `wanted`, and fails when a thousand answers were others.
    func wait(for sql: String, toBe wanted: PostgresValue) async throws -> Bool {
        for _ in 0..<1_000 {
            if (try? await ask(sql))?.first == wanted { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}
