import CardsStores
import PaymentsStores
import PostgresClient
import PostgresNodes
import SQLPort
import SignInStores

/// The schemas of the stores, for commands that prepare or examine a database without serving.
enum PostgresStores {
    /// One store's schema.
    enum Store: String, CaseIterable, Sendable {
        case payments
        case signIn = "signin"
        case nodes
        case tokenActivations = "token_activations"
        case sandbox

        /// The stores that every server has; the others belong to a sandbox.
        static let ofEveryServer: [Store] = [.payments, .signIn, .nodes]

        var schema: SchemaInPostgres {
            switch self {
            case .payments: SQLPaymentsStore.schema
            case .signIn: SQLRecordStore.schema
            case .nodes: PostgresNodeRegister.schema
            case .tokenActivations: SQLTokenActivationStore.schema
            case .sandbox: SharedForwardOffset.schema
            }
        }
    }

    /// Migrates one store's schema; when several callers do so at once, only one does, and the others wait.
    ///
    /// - Returns: the names of the steps that this call took; empty when there was nothing to do.
    /// - Throws: `MigrationRefusal` or `PostgresError`; nothing was changed then.
    static func migrate(_ store: Store, over pool: PostgresPool) async throws -> [String] {
        try await store.schema.apply(over: pool)
    }

    /// Requires that a store's schema is this program's; changes nothing.
    ///
    /// - Throws: `MigrationRefusal` when the schema is another one, or `PostgresError`.
    static func require(_ store: Store, over pool: PostgresPool) async throws {
        try await store.schema.require(over: pool)
    }

    /// Whether the store was ever made in the database, by any version of this program.
    static func isThere(_ store: Store, over pool: PostgresPool) async throws -> Bool {
        try await store.schema.isThere(over: pool)
    }
}
