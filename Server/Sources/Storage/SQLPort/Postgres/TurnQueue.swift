import PostgresClient
import Synchronization

/// One job in a turn, with a caller that waits for its outcome.
struct TurnJob: Sendable {
    /// The caller's deadline.
    let endsAt: ContinuousClock.Instant
    /// Does the work, and returns a closure that reports its outcome after the commit.
    let run: @Sendable (any SQLDatabase) throws -> @Sendable () -> Void
    let fail: @Sendable (any Error) -> Void
}

/// The jobs that wait on this node for one turn.
final class TurnQueue: Sendable {
    /// The maximum number of jobs in one transaction and its sync: another node waits for all of them.
    static let longestBatch = 64

    private struct State {
        var waiting: [TurnJob] = []
        var isServed = false
    }

    private let state = Mutex(State())

    /// Adds a job; `true` when no task serves the queue, so that the caller must start one.
    func add(_ job: TurnJob) -> Bool {
        state.withLock { state in
            state.waiting.append(job)
            defer { state.isServed = true }
            return !state.isServed
        }
    }

    /// The next jobs; `nil` when the queue is empty, and no task serves the queue from then on.
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
