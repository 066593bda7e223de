import Foundation
import GRDB
public import PaymentsCore
public import SQLiteWriter
public import Webhooks

/// The Payments API's storage in one SQLite file, for one process.
///
/// What `commit` acknowledged survives a power cut. Records are encoded and decoded on the caller's side; the writer's
/// thread only binds.
public final class SQLitePaymentsStore: PaymentsStore {
    /// The schema's steps, oldest first; steps are added, never changed.
    static let migrations = [
        Migration.payments, .webhooks, .apps, .charges, .customerChanges, .auditAnchors, .listIndexes,
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
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let path = directory + "/payments.sqlite"
        try Self.makePrivate(path)
        writer = try GroupCommitWriter(
            path: path,
            migrations: Self.migrations,
            options: options
        )
    }

    /// An empty file for its owner alone, where there is none: SQLite itself would take the process's mask, and gives the
    /// log and its index the rights of the database.
    private static func makePrivate(_ path: String) throws {
        let manager = FileManager.default
        guard !manager.fileExists(atPath: path) else { return }
        guard manager.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
            throw OpeningRefusal.cannotOpen(path: path, code: ResultCode.SQLITE_CANTOPEN.rawValue)
        }
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
