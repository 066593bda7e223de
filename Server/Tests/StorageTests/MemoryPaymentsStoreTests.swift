import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Synchronization
import Testing

/// What the fake can do beyond the contract.
@Suite struct MemoryPaymentsStoreTests {
    private let sample = StorageSample(1)

    private func fault(of change: Change, in store: MemoryPaymentsStore) async -> StorageFault? {
        do {
            try await store.commit(change)
        } catch {
            guard case .fault(let fault) = error else { return nil }
            return fault
        }
        return nil
    }

    @Test func aCommitThatFailsBeforeStoringStoresNothing() async throws {
        let store = MemoryPaymentsStore()
        store.failCommit(2, .beforeStoring)
        try await store.store(.organisation(StorageSample(2).organisation))
        let fault = await fault(of: sample.foundation, in: store)
        #expect(fault?.isOutcomeUnknown == false)
        #expect(try await store.organisation(sample.organisation.id) == nil)
        #expect(await store.outcome(of: sample.foundation) == .stored)
        #expect(store.commitCount == 3)
    }

    @Test func aCommitWhoseAnswerIsLostStoresEverything() async throws {
        let store = MemoryPaymentsStore()
        store.failCommit(1, .afterStoring)
        let fault = await fault(of: sample.foundation, in: store)
        #expect(fault?.isOutcomeUnknown == true)
        #expect(try await store.enrollment(sample.id(1)) == sample.enrollment())
    }

    @Test func theObserverHearsOfWhatWasStoredOnly() async throws {
        let store = MemoryPaymentsStore()
        let heard = Mutex(0)
        store.onCommit { change in heard.withLock { $0 += change.writes.count } }
        store.failCommit(1, .beforeStoring)
        store.failCommit(3, .afterStoring)
        _ = await store.outcome(of: sample.foundation)
        #expect(heard.withLock { $0 } == 0)
        _ = await store.outcome(of: sample.foundation)
        #expect(heard.withLock { $0 } == 4)
        _ = await store.outcome(of: .insertAPIKey(sample.apiKey()))
        #expect(heard.withLock { $0 } == 5)
        _ = await store.outcome(of: .insertAPIKey(sample.apiKey()))
        #expect(heard.withLock { $0 } == 5)
    }
}
