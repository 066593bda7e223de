import ChavePixModel
import GRDB
public import SQLiteWriter
public import TokenActivationCore

/// Activations in one SQLite file, for one process.
///
/// What `commit` acknowledged survives a power cut. Nothing in it is sealed: it holds references and ids, a card's last four
/// digits and what wallets call devices, and of secrets the digests alone.
public final class SQLiteTokenActivationStore: TokenActivationStore {
    /// The schema's steps, oldest first; steps are added, never changed.
    static let migrations = [Migration.tokenActivations]

    /// The file's name in its directory.
    public static let fileName = "token-activations.sqlite"

    let writer: GroupCommitWriter

    /// Opens or creates `token-activations.sqlite` in `directory`, which is made when it does not exist.
    ///
    /// - Throws: ``OpeningRefusal`` when another process has it, ``MigrationRefusal`` when a newer program wrote it.
    public init(directory: String, options: GroupCommitWriter.Options = .init()) throws {
        writer = try GroupCommitWriter(
            path: try OwnersFile.path(of: Self.fileName, in: directory),
            migrations: Self.migrations,
            options: options
        )
    }

    /// `false` after a failed sync, for good, and on a full disk, until there is room; reads go on.
    public var isHealthy: Bool { writer.isHealthy }

    /// How many commits wait for the writer's thread: a measure of load.
    public var waitingWrites: Int { writer.waitingWrites }

    /// How many connections work now, and how many wait for work.
    public var connections: (used: Int, idle: Int) { writer.connections }

    /// Finishes what waits and closes the file.
    public func close() async { await writer.close() }

    /// Writes a complete copy, as of one moment, to a file that does not exist yet.
    public func backUp(to path: String) async throws(ActivationStoreFault) {
        do {
            try await writer.copy(to: path)
        } catch {
            throw ActivationStoreFault(underlying: withoutValues(error))
        }
    }

    public func commit(
        _ change: ActivationChange
    ) async throws(ActivationStoreFault) -> ActivationCommitOutcome {
        guard !change.writes.isEmpty || !change.audit.isEmpty else { return .committed }
        do {
            try await writer.write { database in
                for write in change.writes { try write.run(in: database) }
                for fact in change.audit { try fact.append(in: database) }
            }
            return .committed
        } catch is ActivationConflict {
            return .conflict
        } catch {
            throw ActivationStoreFault(underlying: withoutValues(error))
        }
    }

    public func removeExpired(
        _ ends: ActivationRetention,
        limit: Int
    ) async throws(ActivationStoreFault) -> Int {
        let steps = [
            (ActivationStatement.removeKeys, ends.now), (ActivationStatement.removeOldLinks, ends.now),
            (ActivationStatement.removeRefusals, ends.refusalsBefore),
            (ActivationStatement.removeActivations, ends.activationsBefore),
        ]
        do {
            return try await writer.write { database in
                var count = 0
                for (sql, time) in steps {
                    let arguments = StatementArguments([time.microseconds.databaseValue, limit.bounded])
                    try database.cachedStatement(sql: sql).execute(arguments: arguments)
                    count += database.changesCount
                }
                return count
            }
        } catch {
            throw ActivationStoreFault(underlying: withoutValues(error))
        }
    }

    func asking<Answer: Sendable>(
        _ question: @escaping @Sendable (Database) throws -> Answer
    ) async throws(ActivationStoreFault) -> Answer {
        do {
            return try await writer.read(question)
        } catch {
            throw ActivationStoreFault(underlying: withoutValues(error))
        }
    }
}
