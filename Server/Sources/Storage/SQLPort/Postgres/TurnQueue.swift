import PostgresClient
import Synchronization

/// One piece of work in a turn, with somebody who waits for its outcome.
struct TurnJob: Sendable {
    /// When nobody waits for it any more.
    let endsAt: ContinuousClock.Instant
    /// Does the work, and returns what tells its outcome once it holds.
    let run: @Sendable (any SQLDatabase) throws -> @Sendable () -> Void
    let fail: @Sendable (any Error) -> Void
}

/// What waits on this node for one turn.
final class TurnQueue: Sendable {
    /// How many share a transaction, and its sync, at most: another node waits for all of them.
    static let longestBatch = 64

    private struct State {
        var waiting: [TurnJob] = []
        var isServed = false
    }

    private let state = Mutex(State())

    /// Adds one; `true` when nobody serves the queue, and the caller has to see to it.
    func add(_ job: TurnJob) -> Bool {
        state.withLock { state in
            state.waiting.append(job)
            defer { state.isServed = true }
            return !state.isServed
        }
    }

    /// What comes next; `nil` when nothing waits, and nobody serves the queue from then on.
    func next() -> [TurnJob]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isServed = false
                return nil
            }
            let batch = Array(state.waiting.prefix(Self.longestBatch))
            state.waiting.removeFirst(batch.count)
            return batch
        }
    }
}
