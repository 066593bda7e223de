import ChaveBase
import ChavePixModel
import SignInModel
import Synchronization

/// Records that count how often they are read.
final class CountedRecords: RecordStore {
    private let store: any RecordStore
    private let count = Atomic(0)

    init(_ store: any RecordStore) { self.store = store }

    var reads: Int { count.load(ordering: .acquiring) }

    func record(_ key: RecordKey) async throws(RecordStoreFault) -> StoredRecord? {
        count.add(1, ordering: .acquiringAndReleasing)
        return try await store.record(key)
    }

    func records(
        _ index: BlindIndex,
        after last: RecordKey?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        count.add(1, ordering: .acquiringAndReleasing)
        return try await store.records(index, after: last, limit: limit)
    }

    func records(
        of tenant: String,
        kind: String,
        after last: String?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        count.add(1, ordering: .acquiringAndReleasing)
        return try await store.records(of: tenant, kind: kind, after: last, limit: limit)
    }

    func commit(_ writes: [RecordWrite]) async throws(RecordStoreFault) -> CommitOutcome {
        try await store.commit(writes)
    }

    func removeExpired(at time: Timestamp, limit: Int) async throws(RecordStoreFault) -> Int {
        try await store.removeExpired(at: time, limit: limit)
    }

    func removeOldest(
        of tenant: String,
        kind: String,
        keeping: Int,
        limit: Int
    ) async throws(RecordStoreFault) -> Int {
        try await store.removeOldest(of: tenant, kind: kind, keeping: keeping, limit: limit)
    }
}
