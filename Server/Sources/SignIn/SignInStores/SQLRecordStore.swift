public import ChaveBase
public import PostgresClient
public import PostgresNodes
package import SQLPort
public import SQLiteWriter
public import SignInModel

/// Sign-in's records in one SQLite file for one process, or in PostgreSQL for any number of nodes.
///
/// An acknowledged commit survives a power cut. Only the key of `RecordVault` opens the contents of records. Tenants,
/// kinds, ids and the times at which records end are stored in the clear.
public struct SQLRecordStore: RecordStore {
    package static var schema: SchemaInPostgres { RecordSchema.all.inPostgres }

    let batches: any BatchStore
    /// This node's number among the nodes that have the database open.
    private let node: Int64

    /// Opens or creates `signin.sqlite` in `directory`, and creates the directory when it does not exist.
    ///
    /// - Throws: `OpeningRefusal` when another process has the file open, `MigrationRefusal` when a newer program wrote
    ///   it.
    public init(directory: String, options: GroupCommitWriter.Options = .init()) throws {
        let path = try OwnersFile.path(of: "signin.sqlite", in: directory)
        batches = try FileBatches(path: path, schema: RecordSchema.all, options: options)
        node = 0
    }

    /// Brings the schema up to date, or only checks it where `mayMigrate` is false; the caller still owns the pool.
    ///
    /// - Throws: `MigrationRefusal` when this program cannot use the schema, or `PostgresError`.
    public init(
        over pool: PostgresPool,
        as node: NodeNumber = .drawn(),
        mayMigrate: Bool = true
    ) async throws {
        batches = try await PostgresBatches(over: pool, schema: RecordSchema.all, mayMigrate: mayMigrate)
        self.node = node.value
    }

    /// The file's writer; `nil` over PostgreSQL.
    package var writer: GroupCommitWriter? { (batches as? FileBatches)?.writer }

    /// `false` when the store cannot write, as far as it knows without a query.
    public var isHealthy: Bool { batches.isHealthy }

    /// Changes of other nodes, for callers that wait on this one; `nil` for a file, which has one process.
    package var changes: RecordChangeFeed? {
        (batches as? PostgresBatches).map { RecordChangeFeed(batches: $0, node: node) }
    }

    /// Finishes pending writes and closes the file; the owner of a pool closes it.
    public func close() async { await batches.close() }

    public func record(_ key: RecordKey) async throws(RecordStoreFault) -> StoredRecord? {
        try await rows(RecordStatement.one, key.values) { columns in
            StoredRecord(key: key, version: try columns.integer(), bytes: try columns.bytes())
        }.first
    }

    public func records(
        _ index: BlindIndex,
        after last: RecordKey?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        var values: [SQLValue] = [
            .text(index.kind), .text(index.name), .bytes(index.digest), .limit(limit),
        ]
        if let last { values += [last.tenant.utf8.blob, last.id.utf8.blob] }
        return try await listing(last == nil ? RecordStatement.byIndex : RecordStatement.byIndexAfter, values)
    }

    public func records(
        of tenant: String,
        kind: String,
        after last: String?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        var values: [SQLValue] = [tenant.utf8.blob, .text(kind), .limit(limit)]
        if let last { values.append(last.utf8.blob) }
        return try await listing(last == nil ? RecordStatement.ofTenant : RecordStatement.ofTenantAfter, values)
    }

    /// Commits the writes; when PostgreSQL's answer is lost, finds out by the records whether the commit was made.
    ///
    /// - Throws: a fault when the database failed; its `PostgresError` says `isOutcomeUnknown` when the outcome stays
    ///   unknown.
    public func commit(_ writes: [RecordWrite]) async throws(RecordStoreFault) -> CommitOutcome {
        guard !writes.isEmpty else { return .committed }
        let commit = RecordCommit(writes, by: node)
        do {
            _ = try await batches.write(commit.statements)
            return .committed
        } catch {
            if let outcome = commit.outcome(of: error) { return outcome }
            // After a failed sync, a SQLite file may show records that the next start does not find.
            let mayBeFound = error.fault.isOutcomeUnknown && batches is PostgresBatches
            if mayBeFound, await isStored(writes) { return .committed }
            throw RecordStoreFault(underlying: error.fault.underlying)
        }
    }

    public func removeExpired(at time: Timestamp, limit: Int) async throws(RecordStoreFault) -> Int {
        try await count(RecordStatement.removeExpired, [.integer(time.microseconds), .limit(limit)])
    }

    public func removeOldest(
        of tenant: String,
        kind: String,
        keeping: Int,
        limit: Int
    ) async throws(RecordStoreFault) -> Int {
        try await count(
            RecordStatement.removeOldest,
            [tenant.utf8.blob, .text(kind), .limit(keeping), .limit(limit)]
        )
    }

    private func count(_ text: SQLText, _ values: [SQLValue]) async throws(RecordStoreFault) -> Int {
        try await failing { () async throws(SQLFailure) in
            try await batches.write([SQLStatement(text, values: values)]).first?.count ?? 0
        }
    }
}

extension SQLRecordStore {
    /// Whether one of the written records is stored: its bytes were sealed for this commit alone.
    private func isStored(_ writes: [RecordWrite]) async -> Bool {
        for write in writes {
            switch write {
            case .insert(let key, let body): return await isStored(key, 1, body)
            case .replace(let key, let version, let body): return await isStored(key, version + 1, body)
            case .remove, .require: continue
            }
        }
        return false
    }

    private func isStored(_ key: RecordKey, _ version: Int64, _ body: RecordBody) async -> Bool {
        guard let found = try? await record(key) else { return false }
        return found.version == version && found.bytes == body.bytes
    }

    func listing(_ text: SQLText, _ values: [SQLValue]) async throws(RecordStoreFault) -> [StoredRecord] {
        try await rows(text, values) { columns in
            let key = try RecordKey(columns: &columns)
            return StoredRecord(key: key, version: try columns.integer(), bytes: try columns.bytes())
        }
    }

    func rows<Value>(
        _ text: SQLText,
        _ values: [SQLValue],
        _ read: (inout ColumnReader) throws -> Value
    ) async throws(RecordStoreFault) -> [Value] {
        try await failing { () async throws(SQLFailure) in
            let rows = try await batches.read([SQLStatement(text, values: values)]).first?.rows ?? []
            return try SQLFailure.reading {
                try rows.map { row in
                    var columns = ColumnReader(row, table: "record")
                    return try read(&columns)
                }
            }
        }
    }

    func failing<Value>(_ body: () async throws(SQLFailure) -> Value) async throws(RecordStoreFault) -> Value {
        do {
            return try await body()
        } catch {
            throw RecordStoreFault(underlying: error.fault.underlying)
        }
    }
}
