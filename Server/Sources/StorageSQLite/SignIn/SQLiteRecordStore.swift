public import ChavePixModel
import GRDB
public import SQLiteWriter
public import SignInCore

/// Sign-in's records in one SQLite file, for one process.
///
/// What `commit` acknowledged survives a power cut. What records hold is readable with the key of ``RecordVault`` alone;
/// tenants, kinds, ids and the times at which records end stand in the clear.
public final class SQLiteRecordStore: RecordStore {
    /// The schema's steps, oldest first; steps are added, never changed.
    static let migrations = [Migration.signInRecords]

    let writer: GroupCommitWriter

    /// Opens or creates `signin.sqlite` in `directory`, which is made when it does not exist.
    ///
    /// - Throws: ``OpeningRefusal`` when another process has it, ``MigrationRefusal`` when a newer program wrote it.
    public init(directory: String, options: GroupCommitWriter.Options = .init()) throws {
        writer = try GroupCommitWriter(
            path: try OwnersFile.path(of: "signin.sqlite", in: directory),
            migrations: Self.migrations,
            options: options
        )
    }

    /// `false` after a failed sync, for good, and on a full disk, until there is room; reads go on.
    public var isHealthy: Bool { writer.isHealthy }

    /// How many commits wait for the writer's thread: a measure of load.
    public var waitingWrites: Int { writer.waitingWrites }

    /// Finishes what waits and closes the file.
    public func close() async { await writer.close() }

    public func record(_ key: RecordKey) async throws(RecordStoreFault) -> SignInCore.StoredRecord? {
        let arguments = key.values
        return try await asking { database in
            guard let row = try database.firstRow(RecordStatement.one, arguments) else { return nil }
            return SignInCore.StoredRecord(
                key: key,
                version: Int64.fromDatabaseValue(row[0]) ?? 0,
                bytes: [UInt8](blob: row[1])
            )
        }
    }

    public func records(
        _ index: BlindIndex,
        after last: RecordKey?,
        limit: Int
    ) async throws(RecordStoreFault) -> [SignInCore.StoredRecord] {
        var arguments = [index.kind.databaseValue, index.name.databaseValue, index.digest.blob, limit.bounded]
        if let last { arguments += [last.tenant.utf8Blob, last.id.utf8Blob] }
        let sql = last == nil ? RecordStatement.byIndex : RecordStatement.byIndexAfter
        return try await listing(sql, arguments, kind: index.kind)
    }

    public func records(
        of tenant: String,
        kind: String,
        after last: String?,
        limit: Int
    ) async throws(RecordStoreFault) -> [SignInCore.StoredRecord] {
        var arguments = [tenant.utf8Blob, kind.databaseValue, limit.bounded]
        if let last { arguments.append(last.utf8Blob) }
        let sql = last == nil ? RecordStatement.ofTenant : RecordStatement.ofTenantAfter
        return try await listing(sql, arguments, kind: kind)
    }

    public func commit(_ writes: [RecordWrite]) async throws(RecordStoreFault) -> CommitOutcome {
        guard !writes.isEmpty else { return .committed }
        do {
            try await writer.write { database in
                for write in writes { try write.run(in: database) }
            }
            return .committed
        } catch let refusal as RecordRefusal {
            return refusal.outcome
        } catch {
            throw RecordStoreFault(underlying: withoutValues(error))
        }
    }

    public func removeExpired(at time: Timestamp, limit: Int) async throws(RecordStoreFault) -> Int {
        let arguments = [time.microseconds.databaseValue, limit.bounded]
        do {
            return try await writer.write { database in
                let statement = try database.cachedStatement(sql: RecordStatement.removeExpired)
                try statement.execute(arguments: StatementArguments(arguments))
                return database.changesCount
            }
        } catch {
            throw RecordStoreFault(underlying: withoutValues(error))
        }
    }

    public func removeOldest(
        of tenant: String,
        kind: String,
        keeping: Int,
        limit: Int
    ) async throws(RecordStoreFault) -> Int {
        let place = [tenant.utf8Blob, kind.databaseValue, keeping.bounded, limit.bounded]
        do {
            return try await writer.write { database in
                let statement = try database.cachedStatement(sql: RecordStatement.removeOldest)
                try statement.execute(arguments: StatementArguments(place))
                return database.changesCount
            }
        } catch {
            throw RecordStoreFault(underlying: withoutValues(error))
        }
    }

    private func listing(
        _ sql: String,
        _ arguments: [DatabaseValue],
        kind: String
    ) async throws(RecordStoreFault) -> [SignInCore.StoredRecord] {
        let rows = try await asking { try $0.rows(sql, arguments) }
        return rows.map { row in
            SignInCore.StoredRecord(
                key: RecordKey(tenant: String(blob: row[0]), kind: kind, id: String(blob: row[1])),
                version: Int64.fromDatabaseValue(row[2]) ?? 0,
                bytes: [UInt8](blob: row[3])
            )
        }
    }

    func asking<Answer: Sendable>(
        _ question: @escaping @Sendable (Database) throws -> Answer
    ) async throws(RecordStoreFault) -> Answer {
        do {
            return try await writer.read(question)
        } catch {
            throw RecordStoreFault(underlying: withoutValues(error))
        }
    }
}

extension Int {
    /// SQLite takes a negative limit for none.
    var bounded: DatabaseValue { Swift.max(0, self).databaseValue }
}
