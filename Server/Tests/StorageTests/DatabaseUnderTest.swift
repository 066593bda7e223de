import ChaveBase
import PaymentsModel
import PostgresClient
import PostgresNodes
import PostgresTestSupport
import SQLiteWriter
import StoreTestSupport
import Webhooks

@testable import PaymentsStores

/// A database whose rows a test can damage behind its store.
struct DatabaseUnderTest: Sendable {
    /// Each that keeps its rows where another hand could reach them.
    enum Kind: String, CaseIterable, Sendable {
        case sqlite, postgres
    }

    typealias Store = PaymentsStore & WebhookStore & OperatorStore & TendedStore & BankRegistrations

    let store: any Store
    /// Runs statements that no reference between rows stands against.
    let damage: @Sendable (StoredSQL) async throws -> Void

    /// Runs `body` with an empty one, and leaves nothing behind.
    static func with(_ kind: Kind, _ body: (DatabaseUnderTest) async throws -> Void) async throws {
        switch kind {
        case .sqlite: try await withSQLite(body)
        case .postgres: try await withPostgres { pool, _ in try await body(over(pool)) }
        }
    }

    /// Runs `body` with two pools on the same empty database, as two nodes have them.
    static func withPostgres(
        _ statements: PostgresSettings.Statements = .prepared,
        _ body: (PostgresPool, PostgresPool) async throws -> Void
    ) async throws {
        try await SharedServer.withDatabase("a test of webhooks or operators over PostgreSQL") { string async throws in
            var settings = try PostgresSettings(string)
            // On a machine that has other things to do.
            (settings.deadline, settings.longestWait) = (.seconds(60), .seconds(60))
            settings.statements = statements
            let (first, second) = (PostgresPool(settings), PostgresPool(settings))
            do {
                try await body(first, second)
            } catch {
                await first.close()
                await second.close()
                throw error
            }
            await first.close()
            await second.close()
        }
    }

    /// Runs `body` with an empty one in PostgreSQL, spoken to as through a pooler.
    static func pooled(_ body: (DatabaseUnderTest) async throws -> Void) async throws {
        try await withPostgres(.unnamed) { pool, _ in try await body(over(pool)) }
    }

    private static func withSQLite(_ body: (DatabaseUnderTest) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory async throws in
            let store = try SQLPaymentsStore(directory: directory, options: .fast)
            do {
                try await body(
                    DatabaseUnderTest(store: store) { sql in
                        try await store.writer?.write { database in
                            try database.execute(sql: "PRAGMA defer_foreign_keys = ON; " + sql.sqlite)
                        }
                    }
                )
            } catch {
                await store.close()
                throw error
            }
            await store.close()
        }
    }

    private static func over(_ pool: PostgresPool) async throws -> DatabaseUnderTest {
        DatabaseUnderTest(store: try await SQLPaymentsStore(over: pool)) { sql in
            let given = sql.postgres.split(separator: ";").map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
            let statements = ["SELECT set_config('session_replication_role', 'replica', true)"] + given
            try await pool.transaction { transaction in
                _ = try await transaction.run(statements.map { PostgresStatement($0) })
            }
        }
    }
}
