package import ChaveBase
import ChavePixModel
package import SignInModel
package import Waiting

/// A record store that tells changes to the callers that hold an answer until then.
///
/// The board is between sign-in and its records, and sees each commit of this process, whatever its origin. It reports
/// them to an observer, such as the metrics.
package final class RecordBoard: RecordStore {
    /// An event of the store.
    package enum Event: Sendable {
        case committed([RecordWrite], CommitOutcome)
        /// The number of records that ended by their time or their number.
        case removed(Int)
    }

    private let store: any RecordStore
    private let observe: @Sendable (Event) -> Void
    let world: World
    let board: ChangeBoard<RecordKey>

    package init(
        _ store: any RecordStore,
        world: World,
        observe: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        self.store = store
        self.world = world
        self.observe = observe
        board = ChangeBoard(world: world)
    }

    package func record(_ key: RecordKey) async throws(RecordStoreFault) -> StoredRecord? {
        try await store.record(key)
    }

    package func records(
        _ index: BlindIndex,
        after last: RecordKey?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        try await store.records(index, after: last, limit: limit)
    }

    package func records(
        of tenant: String,
        kind: String,
        after last: String?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        try await store.records(of: tenant, kind: kind, after: last, limit: limit)
    }

    package func commit(_ writes: [RecordWrite]) async throws(RecordStoreFault) -> CommitOutcome {
        do throws(RecordStoreFault) {
            let outcome = try await store.commit(writes)
            if outcome == .committed { signal(writes) }
            observe(.committed(writes, outcome))
            return outcome
        } catch {
            // The writes may be stored all the same, and no other node tells of this node's writes.
            signal(writes)
            throw error
        }
    }

    private func signal(_ writes: [RecordWrite]) {
        for write in writes {
            switch write {
            case .insert(let key, _), .replace(let key, _, _), .remove(let key, _): board.signal(key)
            case .require: break
            }
        }
    }

    /// Wakes this node's waiters when other nodes on the same database change records, until the task is cancelled.
    package func follow<Feed: ChangeFeed>(
        _ feed: Feed,
        onFault: @escaping @Sendable (any Error) -> Void
    ) async where Feed.Object == RecordKey {
        await ChangeFollower(feed, waking: board, world: world, onFault: onFault).run()
    }

    package func removeExpired(at time: Timestamp, limit: Int) async throws(RecordStoreFault) -> Int {
        let removed = try await store.removeExpired(at: time, limit: limit)
        observe(.removed(removed))
        return removed
    }

    package func removeOldest(
        of tenant: String,
        kind: String,
        keeping: Int,
        limit: Int
    ) async throws(RecordStoreFault) -> Int {
        let removed = try await store.removeOldest(of: tenant, kind: kind, keeping: keeping, limit: limit)
        observe(.removed(removed))
        return removed
    }
}
