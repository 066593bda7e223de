import PaymentsCore
public import PostgresClient
public import Webhooks

/// The Payments API's storage in PostgreSQL, for any number of nodes.
///
/// Each commit is one transaction in one round trip. What `commit` acknowledged is as durable as the server's
/// `synchronous_commit` makes it.
public final class PostgresPaymentsStore: Sendable {
    static let schema = PostgresSchema(
        name: "payments",
        migrations: [
            .payments, .webhooks, .apps, .charges, .customerChanges, .auditAnchors, .listIndexes, .operatorIndexes,
        ]
    )

    let pool: PostgresPool

    /// Who this is among all that have this database open: what it holds carries this number.
    let node = Int64.random(in: 1...Int64.max)

    public let bell = DeliveryBell()

    /// Brings the schema up to date, or only looks at it where `mayMigrate` is false; the pool stays the caller's.
    ///
    /// - Throws: ``PostgresSchemaRefusal`` when the schema is none that this program can use, or `PostgresError`.
    public init(over pool: PostgresPool, mayMigrate: Bool = true) async throws {
        self.pool = pool
        if mayMigrate { try await Self.schema.apply(over: pool) } else { try await Self.schema.require(over: pool) }
    }
}
