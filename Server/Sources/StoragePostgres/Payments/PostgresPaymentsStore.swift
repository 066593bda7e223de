public import PaymentsCore
public import PostgresClient
import StoredForms
public import Webhooks

/// The Payments API's storage in PostgreSQL, for any number of nodes.
///
/// Each commit is one transaction in one round trip. What `commit` acknowledged is as durable as the server's
/// `synchronous_commit` makes it.
public final class PostgresPaymentsStore: PaymentsStore {
    static let schema = PostgresSchema(
        name: "payments",
        migrations: [
            .payments, .webhooks, .apps, .charges, .customerChanges, .auditAnchors, .listIndexes, .operatorIndexes,
            .toldChangesOfPayments, .startIndexes, .merchantLists,
        ]
    )

    let pool: PostgresPool

    /// Who this is among all that have this database open: what it holds carries this number.
    let node: Int64

    public let bell = DeliveryBell()
    let onCommit: @Sendable (Change) -> Void

    /// Brings the schema up to date, or only looks at it where `mayMigrate` is false; the pool stays the caller's.
    ///
    /// `onCommit` is told of each change once it is stored, for what counts it.
    ///
    /// - Throws: ``PostgresSchemaRefusal`` when the schema is none that this program can use, or `PostgresError`.
    public init(
        over pool: PostgresPool,
        as node: NodeNumber = .drawn(),
        mayMigrate: Bool = true,
        onCommit: @escaping @Sendable (Change) -> Void = { _ in }
    ) async throws {
        self.pool = pool
        self.node = node.value
        self.onCommit = onCommit
        if mayMigrate { try await Self.schema.apply(over: pool) } else { try await Self.schema.require(over: pool) }
    }

    /// What other nodes change, for those who wait on this one.
    package var changes: PaymentsChangeFeed { PaymentsChangeFeed(pool: pool, node: node) }

    /// A commit whose answer did not come is looked for, and what is found is answered.
    public func commit(_ change: Change) async throws(CommitFailure) {
        guard !change.isEmpty else { return }
        let statements = try encoded(change)
        do throws(PostgresError) {
            let answers = try await pool.runRetrying(PostgresBatch(.writes, statements))
            // The last ones are those that make deliveries, one for each event.
            if answers.suffix(change.events.count).contains(where: { $0.count > 0 }) { bell.ring() }
        } catch {
            let failure = CommitFailure(error)
            guard case .fault(let fault) = failure, fault.isOutcomeUnknown else { throw failure }
            try await settle(change, after: fault)
        }
        onCommit(change)
    }

    private func encoded(_ change: Change) throws(CommitFailure) -> [PostgresStatement] {
        do {
            return try change.statements(of: node)
        } catch {
            throw .fault(StorageFault(underlying: error))
        }
    }
}
