public import PaymentsModel
public import PostgresClient
public import PostgresNodes
package import SQLPort
public import SQLiteWriter
public import Webhooks

/// The Payments API's storage in one SQLite file, for one process, or in PostgreSQL, for any number of nodes.
///
/// An acknowledged commit survives a power cut. In PostgreSQL, its durability depends on the server's
/// `synchronous_commit`. Records are encoded and decoded on the caller's side.
public final class SQLPaymentsStore: PaymentsStore {
    package static var schema: SchemaInPostgres { PaymentsSchema.all.inPostgres }

    let batches: any BatchStore
    /// The number of this node, which its holds contain; 0 for a file.
    let node: Int64
    /// The delivery holds of a file; in PostgreSQL the rows show their holders.
    let holds: DeliveryHolds?
    public let bell = DeliveryBell()
    let onCommit: @Sendable (Change) -> Void

    /// Opens or creates `payments.sqlite` in `directory`, which is made when it does not exist.
    ///
    /// `onCommit` receives each change once it is durable, for counting.
    ///
    /// - Throws: `OpeningRefusal` when another process has it, `MigrationRefusal` when a newer program wrote it.
    public init(
        directory: String,
        options: GroupCommitWriter.Options = .init(),
        onCommit: @escaping @Sendable (Change) -> Void = { _ in }
    ) throws {
        let path = try OwnersFile.path(of: "payments.sqlite", in: directory)
        batches = try FileBatches(path: path, schema: PaymentsSchema.all, options: options)
        node = 0
        holds = DeliveryHolds()
        self.onCommit = onCommit
    }

    /// Updates the schema, or only checks it when `mayMigrate` is false; the pool still belongs to the caller.
    ///
    /// - Throws: `MigrationRefusal` when this program cannot use the schema, or `PostgresError`.
    public init(
        over pool: PostgresPool,
        as node: NodeNumber = .drawn(),
        mayMigrate: Bool = true,
        onCommit: @escaping @Sendable (Change) -> Void = { _ in }
    ) async throws {
        batches = try await PostgresBatches(over: pool, schema: PaymentsSchema.all, mayMigrate: mayMigrate)
        self.node = node.value
        holds = nil
        self.onCommit = onCommit
    }

    /// The file's writer; `nil` over PostgreSQL.
    package var writer: GroupCommitWriter? { (batches as? FileBatches)?.writer }

    /// The connections; `nil` for a file.
    var pool: PostgresPool? { (batches as? PostgresBatches)?.pool }

    /// Whether other processes send deliveries; a file has only one server.
    public var hasOtherSenders: Bool { pool != nil }

    /// Changes of other nodes, for callers that wait on this one; `nil` for a file, which has one process.
    package var changes: PaymentsChangeFeed? {
        (batches as? PostgresBatches).map { PaymentsChangeFeed(batches: $0, node: node) }
    }

    /// `false` when nothing can be written, as far as that is known without a query.
    public var isHealthy: Bool { batches.isHealthy }

    /// Finishes the waiting writes and closes the file; the creator of a pool closes it.
    public func close() async { await batches.close() }

    /// Commits a change in one transaction, in PostgreSQL in one round trip.
    ///
    /// When the response to a PostgreSQL commit is lost, the store looks for the change and reports what it finds.
    public func commit(_ change: Change) async throws(CommitFailure) {
        guard !change.isEmpty else { return }
        do throws(SQLFailure) {
            if try await store(change) > 0 { bell.ring() }
        } catch {
            let failure = CommitFailure(error)
            guard pool != nil, case .fault(let fault) = failure, fault.isOutcomeUnknown else { throw failure }
            try await settle(change, after: fault)
            if !change.events.isEmpty { bell.ring() }
        }
        onCommit(change)
    }

    /// - Returns: the number of new deliveries.
    private func store(_ change: Change) async throws(SQLFailure) -> Int {
        let statements = try SQLFailure.reading { try change.statements(of: node) }
        guard pool != nil else {
            // The last statement makes the deliveries of all events.
            let written = try await batches.write(statements + change.events.insertions)
            return change.events.isEmpty ? 0 : written.last?.count ?? 0
        }
        let telling = change.movedObjects.map { PaymentsChangeFeed.telling(of: $0, by: node) }
        // One statement stores an event and makes its deliveries.
        let events = change.events.map(\.insertionWithDeliveries)
        return try await batches.write(statements + telling + events).suffix(events.count)
            .reduce(0) { $0 + $1.count }
    }
}
