public import PaymentsCore
public import PostgresClient
public import PostgresNodes
package import SQLPort
public import SQLiteWriter
public import Webhooks

/// The Payments API's storage in one SQLite file, for one process, or in PostgreSQL, for any number of nodes.
///
/// A commit that was acknowledged survives a power cut; in PostgreSQL it is as durable as the server's `synchronous_commit` makes
/// it. Records are encoded and decoded on the caller's side.
public final class SQLPaymentsStore: PaymentsStore {
    package static var schema: SchemaInPostgres { PaymentsSchema.all.inPostgres }

    let batches: any BatchStore
    /// The number of this node, which its holds carry; 0 for a file.
    let node: Int64
    /// Of a file; in PostgreSQL the rows say who holds them.
    let holds: DeliveryHolds?
    public let bell = DeliveryBell()
    let onCommit: @Sendable (Change) -> Void

    /// Opens or creates `payments.sqlite` in `directory`, which is made when it does not exist.
    ///
    /// `onCommit` is told of each change once it is durable, for what counts it.
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

    /// Brings the schema up to date, or only looks at it where `mayMigrate` is false; the pool stays the caller's.
    ///
    /// - Throws: `MigrationRefusal` when the schema is none that this program can use, or `PostgresError`.
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

    /// A file has one server.
    public var hasOtherSenders: Bool { pool != nil }

    /// Changes of other nodes, for callers that wait on this one; `nil` for a file, which has one process.
    package var changes: PaymentsChangeFeed? {
        (batches as? PostgresBatches).map { PaymentsChangeFeed(batches: $0, node: node) }
    }

    /// `false` when nothing can be written, as far as that is known without asking.
    public var isHealthy: Bool { batches.isHealthy }

    /// Finishes what waits, and closes the file; a pool is its maker's to close.
    public func close() async { await batches.close() }

    /// One transaction, in PostgreSQL in one round trip.
    ///
    /// A commit to PostgreSQL whose answer did not come is looked for, and what is found is answered.
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

    /// - Returns: how many deliveries were made.
    private func store(_ change: Change) async throws(SQLFailure) -> Int {
        let statements = try SQLFailure.reading { try change.statements(of: node) }
        guard pool != nil else {
            // The last statement makes the deliveries of all events.
            let written = try await batches.write(statements + change.events.insertions)
            return change.events.isEmpty ? 0 : written.last?.count ?? 0
        }
        let telling = change.movedObjects.map { PaymentsChangeFeed.telling(of: $0, by: node) }
        // Each event is stored by the statement that makes its deliveries.
        let events = change.events.map(\.insertionWithDeliveries)
        return try await batches.write(statements + telling + events).suffix(events.count)
            .reduce(0) { $0 + $1.count }
    }
}
