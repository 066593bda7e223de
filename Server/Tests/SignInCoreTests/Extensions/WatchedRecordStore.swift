import ChaveBase
import SignInModel
import StoreTestSupport
import Synchronization

/// A store that remembers what it was asked, and lets a test act in the moment before a commit.
final class WatchedRecordStore: RecordStore {
    enum Call: Hashable, Sendable { case record, recordsByIndex, recordsOfTenant, commit, removeExpired, removeOldest }

    private struct State {
        var calls: [Call] = []
        var interruption: (@Sendable () async -> Void)?
    }
    private let store: WorldRecordStore
    private let state = Mutex(State())

    init(_ store: WorldRecordStore) { self.store = store }

    /// The calls since this was last asked.
    func takeCalls() -> [Call] {
        state.withLock { state in
            defer { state.calls = [] }
            return state.calls
        }
    }

    /// Does so once, when the next commit is about to be made.
    func beforeNextCommit(_ interruption: @escaping @Sendable () async -> Void) {
        state.withLock { $0.interruption = interruption }
    }

    private func note(_ call: Call) { state.withLock { $0.calls.append(call) } }

    func record(_ key: RecordKey) async throws(RecordStoreFault) -> StoredRecord? {
        note(.record)
        return try await store.record(key)
    }

    func records(
        _ index: BlindIndex,
        after last: RecordKey?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        note(.recordsByIndex)
        return try await store.records(index, after: last, limit: limit)
    }

    func records(
        of tenant: String,
        kind: String,
        after last: String?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        note(.recordsOfTenant)
        return try await store.records(of: tenant, kind: kind, after: last, limit: limit)
    }

    func commit(_ writes: [RecordWrite]) async throws(RecordStoreFault) -> CommitOutcome {
        let interruption = state.withLock { state in
            defer { state.interruption = nil }
            return state.interruption
        }
        await interruption?()
        note(.commit)
        return try await store.commit(writes)
    }

    func removeExpired(at time: Timestamp, limit: Int) async throws(RecordStoreFault) -> Int {
        note(.removeExpired)
        return try await store.removeExpired(at: time, limit: limit)
    }

    func removeOldest(
        of tenant: String,
        kind: String,
        keeping: Int,
        limit: Int
    ) async throws(RecordStoreFault) -> Int {
        note(.removeOldest)
        return try await store.removeOldest(of: tenant, kind: kind, keeping: keeping, limit: limit)
    }
}
