package import ChaveBase

/// A record that was read, with the version that a change of it must name.
public struct Loaded<Record: SignInRecord>: Sendable {
    public var record: Record
    public let version: Int64
}

/// The records by their types, for reading and writing by the rules.
package struct RecordBook: Sendable {
    package let store: any RecordStore
    package let vault: RecordVault
    package let world: World

    package init(store: any RecordStore, vault: RecordVault, world: World) {
        self.store = store
        self.vault = vault
        self.world = world
    }

    package func find<Record: SignInRecord>(
        _: Record.Type,
        _ id: String,
        of tenant: TenantID
    ) async throws(SignInFault) -> Loaded<Record>? {
        let key = RecordKey(tenant: tenant.text, kind: Record.kind, id: id)
        guard let stored = try await asked({ store throws(RecordStoreFault) in try await store.record(key) }) else {
            return nil
        }
        return try opened(stored)
    }

    /// The only or the first record of an index; `tenant` is `nil` for a global index.
    package func find<Record: SignInRecord>(
        _: Record.Type,
        by index: RecordIndex,
        of tenant: TenantID?
    ) async throws(SignInFault) -> Loaded<Record>? {
        try await list(Record.self, by: index, of: tenant, limit: 1).first
    }

    package func list<Record: SignInRecord>(
        _: Record.Type,
        by index: RecordIndex,
        of tenant: TenantID?,
        after last: RecordKey? = nil,
        limit: Int
    ) async throws(SignInFault) -> [Loaded<Record>] {
        let blind = vault.index(index, kind: Record.kind, tenant: tenant)
        let stored = try await asked { store throws(RecordStoreFault) in
            try await store.records(blind, after: last, limit: limit)
        }
        let loaded: [Loaded<Record>] = try opened(stored)
        // The seal does not cover an index: an attacker could have changed it to lead to another record.
        let isLed = loaded.allSatisfy { one in
            one.record.indexes.contains { $0.name == index.name && $0.value == index.value }
        }
        guard isLed else { throw .damaged(kind: Record.kind) }
        return loaded
    }

    /// A tenant's records of one type, by id.
    package func list<Record: SignInRecord>(
        _: Record.Type,
        of tenant: TenantID,
        after last: String? = nil,
        limit: Int
    ) async throws(SignInFault) -> [Loaded<Record>] {
        let stored = try await asked { store throws(RecordStoreFault) in
            try await store.records(of: tenant.text, kind: Record.kind, after: last, limit: limit)
        }
        return try opened(stored)
    }

    package func commit(_ change: RecordChange) async throws(SignInFault) -> CommitOutcome {
        let writes = try change.writes(vault, randomBytes: world.randomBytes)
        guard !writes.isEmpty else { return .committed }
        return try await asked { store throws(RecordStoreFault) in try await store.commit(writes) }
    }

    /// Reads, decides and commits, and repeats this after a conflict.
    ///
    /// `decide` returns the change and the answer after its commit.
    package func changing<Answer: Sendable>(
        _ decide: () async throws -> (change: RecordChange, answer: Answer)
    ) async throws -> Answer {
        for _ in 0..<RecordBook.attempts {
            let (change, answer) = try await decide()
            switch try await commit(change) {
            case .committed: return answer
            case .conflict, .taken: continue
            }
        }
        throw SignInFault.contended
    }

    package func removeExpired(at time: Timestamp, limit: Int) async throws(SignInFault) -> Int {
        try await asked { store throws(RecordStoreFault) in try await store.removeExpired(at: time, limit: limit) }
    }

    package func removeOldest<Record: SignInRecord>(
        _: Record.Type,
        of tenant: TenantID,
        keeping: Int,
        limit: Int
    ) async throws(SignInFault) -> Int {
        try await asked { store throws(RecordStoreFault) in
            try await store.removeOldest(of: tenant.text, kind: Record.kind, keeping: keeping, limit: limit)
        }
    }

    private static let attempts = 16

    private func asked<Answer>(
        _ question: (any RecordStore) async throws(RecordStoreFault) -> Answer
    ) async throws(SignInFault) -> Answer {
        do {
            return try await question(store)
        } catch {
            throw .storage(underlying: error)
        }
    }

    private func opened<Record: SignInRecord>(_ stored: [StoredRecord]) throws(SignInFault) -> [Loaded<Record>] {
        var loaded: [Loaded<Record>] = []
        for one in stored { loaded.append(try opened(one)) }
        return loaded
    }

    private func opened<Record: SignInRecord>(_ stored: StoredRecord) throws(SignInFault) -> Loaded<Record> {
        guard let tenant = TenantID(stored.key.tenant) else { throw .damaged(kind: stored.key.kind) }
        let content = try vault.open(stored)
        let record = try Record(tenant: tenant, recordID: stored.key.id, content: content)
        return Loaded(record: record, version: stored.version)
    }
}
