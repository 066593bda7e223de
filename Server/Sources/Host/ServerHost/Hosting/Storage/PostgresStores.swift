import CardsStores
import PaymentsStores
import PostgresClient
import PostgresNodes
import SQLPort
import SignInStores

/// The schemas of the stores here, for whoever prepares or examines a database without serving.
enum PostgresStores {
    /// One store's schema.
    enum Store: String, CaseIterable, Sendable {
        case payments
        case signIn = "signin"
        case nodes
        case tokenActivations = "token_activations"
        case sandbox

        /// Those that every server has; the others belong to a sandbox.
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

    /// Brings one store's schema up to date; of several that do so at once one does, the others wait.
    ///
    /// - Returns: the names of the steps that this call took, none where there was nothing to do.
    /// - Throws: `MigrationRefusal` or `PostgresError`; nothing was changed then.
    static func migrate(_ store: Store, over pool: PostgresPool) async throws -> [String] {
        try await store.schema.apply(over: pool)
    }

    /// Changes nothing.
    ///
    /// - Throws: `MigrationRefusal` when the store's schema is any other than this program's, or `PostgresError`.
    static func require(_ store: Store, over pool: PostgresPool) async throws {
        try await store.schema.require(over: pool)
    }

    /// Whether a store was ever made there, by this program or another version of it.
    static func isThere(_ store: Store, over pool: PostgresPool) async throws -> Bool {
        try await store.schema.isThere(over: pool)
    }
}
