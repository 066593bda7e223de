public import ChavePixModel
public import PostgresClient
public import SignInCore

/// Sign-in's records in PostgreSQL, for any number of nodes.
///
/// Each commit is one transaction in one round trip. What records hold is readable with the key of `RecordVault` alone;
/// tenants, kinds, ids and the times at which records end stand in the clear.
public struct PostgresRecordStore: RecordStore {
    static let schema = PostgresSchema(name: "signin", migrations: [.signInRecords, .toldChangesOfSignIn])

    let pool: PostgresPool

    /// Who this is among all that have this database open: what it changed it has told its own waiters already.
    private let node: Int64

    /// Brings the schema up to date, or only looks at it where `mayMigrate` is false; the pool stays the caller's.
    ///
    /// - Throws: ``PostgresSchemaRefusal`` when the schema is none that this program can use, or `PostgresError`.
    public init(
        over pool: PostgresPool,
        as node: NodeNumber = .drawn(),
        mayMigrate: Bool = true
    ) async throws {
        self.pool = pool
        self.node = node.value
        if mayMigrate { try await Self.schema.apply(over: pool) } else { try await Self.schema.require(over: pool) }
    }

    public func record(_ key: RecordKey) async throws(RecordStoreFault) -> StoredRecord? {
        let answer = try await asking(RecordStatement.one, key.values)
        guard let row = answer.rows.first else { return nil }
        return try reading { () throws(PostgresError) -> StoredRecord in
            var columns = PostgresColumns(row)
            return StoredRecord(key: key, version: try columns.integer(), bytes: try columns.bytes())
        }
    }

    public func records(
        _ index: BlindIndex,
        after last: RecordKey?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        var values: [PostgresValue] = [
            .text(index.kind), .text(index.name), .bytes(index.digest), .limit(limit),
        ]
        if let last { values += [.bytes(last.tenant.utf8Bytes), .bytes(last.id.utf8Bytes)] }
        return try await listing(last == nil ? RecordStatement.byIndex : RecordStatement.byIndexAfter, values)
    }

    public func records(
        of tenant: String,
        kind: String,
        after last: String?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        var values: [PostgresValue] = [.bytes(tenant.utf8Bytes), .text(kind), .limit(limit)]
        if let last { values.append(.bytes(last.utf8Bytes)) }
        return try await listing(last == nil ? RecordStatement.ofTenant : RecordStatement.ofTenantAfter, values)
    }

    /// A commit whose answer did not come is looked for: when its records are there, it was made.
    ///
    /// - Throws: a fault whose `PostgresError` says ``PostgresError/isOutcomeUnknown`` when that cannot be told.
    public func commit(_ writes: [RecordWrite]) async throws(RecordStoreFault) -> CommitOutcome {
        guard !writes.isEmpty else { return .committed }
        let commit = RecordCommit(writes, by: node)
        do {
            _ = try await pool.runRetrying(PostgresBatch(.writes, commit.statements))
            return .committed
        } catch {
            if let outcome = commit.outcome(of: error) { return outcome }
            if error.isOutcomeUnknown, await isStored(writes) { return .committed }
            throw RecordStoreFault(underlying: error)
        }
    }

    /// What other nodes change, for those who wait on this one.
    package var changes: RecordChangeFeed { RecordChangeFeed(pool: pool, node: node) }

    public func removeExpired(at time: Timestamp, limit: Int) async throws(RecordStoreFault) -> Int {
        let values: [PostgresValue] = [.integer(time.microseconds), .limit(limit)]
        return try await answers(.writes, [PostgresStatement(RecordStatement.removeExpired, values)]).first?.count ?? 0
    }

    public func removeOldest(
        of tenant: String,
        kind: String,
        keeping: Int,
        limit: Int
    ) async throws(RecordStoreFault) -> Int {
        let values: [PostgresValue] = [.bytes(tenant.utf8Bytes), .text(kind), .limit(keeping), .limit(limit)]
        return try await answers(.writes, [PostgresStatement(RecordStatement.removeOldest, values)]).first?.count ?? 0
    }
}

extension PostgresRecordStore {
    /// Whether a record is there as one of the writes left it: its bytes were sealed for this commit alone.
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

    func listing(_ sql: String, _ values: [PostgresValue]) async throws(RecordStoreFault) -> [StoredRecord] {
        let answer = try await asking(sql, values)
        return try reading { () throws(PostgresError) -> [StoredRecord] in
            var records: [StoredRecord] = []
            for row in answer.rows {
                var columns = PostgresColumns(row)
                let tenant = String(decoding: try columns.bytes(), as: UTF8.self)
                let kind = try columns.text()
                let id = String(decoding: try columns.bytes(), as: UTF8.self)
                let key = RecordKey(tenant: tenant, kind: kind, id: id)
                records.append(StoredRecord(key: key, version: try columns.integer(), bytes: try columns.bytes()))
            }
            return records
        }
    }

    private func asking(_ sql: String, _ values: [PostgresValue]) async throws(RecordStoreFault) -> PostgresRows {
        try await answers(.reads, [PostgresStatement(sql, values)]).first ?? PostgresRows()
    }

    func answers(
        _ effect: PostgresBatch.Effect,
        _ statements: [PostgresStatement]
    ) async throws(RecordStoreFault) -> [PostgresRows] {
        do {
            return try await pool.runRetrying(PostgresBatch(effect, statements))
        } catch {
            throw RecordStoreFault(underlying: error)
        }
    }

    private func reading<Value>(_ body: () throws(PostgresError) -> Value) throws(RecordStoreFault) -> Value {
        do {
            return try body()
        } catch {
            throw RecordStoreFault(underlying: error)
        }
    }
}

extension PostgresValue {
    /// PostgreSQL refuses a negative limit.
    static func limit(_ count: Int) -> PostgresValue { .integer(Int64(max(0, count))) }
}
