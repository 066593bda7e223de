public import ChaveBase
import ChavePixModel
import PostgresClient
import PostgresNodes
import ServerTestSupport
public import SignInModel
import SignInStores

/// Sign-in's records in a world, with what a test does to them behind the product's back.
public final class WorldRecordStore: ResealableRecordStore {
    private let memory: MemoryRecordStore
    private let world: LazyWorld<any ResealableRecordStore>

    public init() {
        let memory = MemoryRecordStore()
        self.memory = memory
        world = LazyWorld(memory) { try await SQLRecordStore(over: $0, mayMigrate: false) }
    }

    /// From now on each call fails, as of a database that is gone.
    public func close() { world.setClosed(true) }

    /// The opposite, with everything that was there.
    public func reopen() { world.setClosed(false) }

    /// What lies at rest: for a test that looks into it, or puts bytes in another's place.
    public var contents: [StoredRecord] {
        get async throws { try await everyRecord(after: nil, limit: 1_000_000) }
    }

    /// Changes bytes at rest, as another hand would; nothing where there is no such record.
    public func tamper(with key: RecordKey, _ change: (inout [UInt8]) -> Void) async throws {
        guard let pool = try await world.pool else { return memory.tamper(with: key, change) }
        guard var bytes = try await record(key)?.bytes else { return }
        change(&bytes)
        _ = try await pool.run(PostgresBatch(.writes, [StoredSignIn.writing(bytes, into: key)]))
    }

    public func record(_ key: RecordKey) async throws(RecordStoreFault) -> StoredRecord? {
        try await asking { try await $0.record(key) }
    }

    public func records(
        _ index: BlindIndex,
        after last: RecordKey?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        try await asking { try await $0.records(index, after: last, limit: limit) }
    }

    public func records(
        of tenant: String,
        kind: String,
        after last: String?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        try await asking { try await $0.records(of: tenant, kind: kind, after: last, limit: limit) }
    }

    public func commit(_ writes: [RecordWrite]) async throws(RecordStoreFault) -> CommitOutcome {
        try await asking { try await $0.commit(writes) }
    }

    public func removeExpired(at time: Timestamp, limit: Int) async throws(RecordStoreFault) -> Int {
        try await asking { try await $0.removeExpired(at: time, limit: limit) }
    }

    public func removeOldest(
        of tenant: String,
        kind: String,
        keeping: Int,
        limit: Int
    ) async throws(RecordStoreFault) -> Int {
        try await asking { try await $0.removeOldest(of: tenant, kind: kind, keeping: keeping, limit: limit) }
    }

    public func everyRecord(after last: RecordKey?, limit: Int) async throws(RecordStoreFault) -> [StoredRecord] {
        try await asking { try await $0.everyRecord(after: last, limit: limit) }
    }

    public func rewrite(_ records: [StoredRecord]) async throws(RecordStoreFault) -> Int {
        try await asking { try await $0.rewrite(records) }
    }

    private func asking<Answer>(
        _ body: (any ResealableRecordStore) async throws -> Answer
    ) async throws(RecordStoreFault) -> Answer {
        do {
            return try await world.open(body)
        } catch {
            throw error as? RecordStoreFault ?? RecordStoreFault(underlying: error)
        }
    }
}
