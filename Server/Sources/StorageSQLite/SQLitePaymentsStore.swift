public import PaymentsCore
public import SQLiteWriter
import StoredForms
public import Webhooks

/// The Payments API's storage in one SQLite file, for one process.
///
/// What `commit` acknowledged survives a power cut. Records are encoded and decoded on the caller's side; the writer's
/// thread only binds.
public final class SQLitePaymentsStore: PaymentsStore {
    /// The schema's steps, oldest first; steps are added, never changed.
    static let migrations = [
        Migration.payments, .webhooks, .apps, .charges, .customerChanges, .auditAnchors, .listIndexes, .operatorIndexes,
        .startIndexes, .merchantLists,
    ]

    let writer: GroupCommitWriter
    public let bell = DeliveryBell()
    let onCommit: @Sendable (Change) -> Void

    /// Opens or creates `payments.sqlite` in `directory`, which is made when it does not exist.
    ///
    /// `onCommit` is told of each change once it is durable, for what counts it.
    ///
    /// - Throws: ``OpeningRefusal`` when another process has it, ``MigrationRefusal`` when a newer program wrote it.
    public init(
        directory: String,
        options: GroupCommitWriter.Options = .init(),
        onCommit: @escaping @Sendable (Change) -> Void = { _ in }
    ) throws {
        self.onCommit = onCommit
        let path = try OwnersFile.path(of: "payments.sqlite", in: directory)
        writer = try GroupCommitWriter(
            path: path,
            migrations: Self.migrations,
            options: options
        )
    }

    /// `false` after a failed sync, for good, and on a full disk, until there is room; reads go on.
    public var isHealthy: Bool { writer.isHealthy }

    /// Finishes what waits and closes the file.
    public func close() async { await writer.close() }

    public func commit(_ change: Change) async throws(CommitFailure) {
        guard !change.isEmpty else { return }
        do {
            let steps = try change.steps()
            let deliveries = try await writer.write { database in
                for step in steps { try step.run(in: database) }
                return try change.events.reduce(0) { try $0 + $1.fanOut(in: database) }
            }
            if deliveries > 0 { bell.ring() }
        } catch {
            throw translate(error)
        }
        onCommit(change)
    }
}
