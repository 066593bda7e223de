import Dispatch
import Synchronization

/// Where jobs wait for the threads that hold connections.
final class JobQueue: Sendable {
    private struct State {
        var waiting: [any DatabaseJob] = []
        var sleepers = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    private let wakeUp = DispatchSemaphore(value: 0)

    /// `false` when the queue is closed; the job was not taken then.
    func add(_ job: any DatabaseJob) -> Bool {
        let (isTaken, hasSleeper) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.waiting.append(job)
            guard state.sleepers > 0 else { return (true, false) }
            state.sleepers -= 1
            return (true, true)
        }
        if hasSleeper { wakeUp.signal() }
        return isTaken
    }

    /// What is waiting, oldest first, at most `limit`; `nil` when closed and drained.
    ///
    /// Waits for the first one.
    func next(limit: Int) -> [any DatabaseJob]? {
        while true {
            let (jobs, isEnd) = state.withLock { state -> ([any DatabaseJob], Bool) in
                if state.waiting.isEmpty {
                    if !state.isClosed { state.sleepers += 1 }
                    return ([], state.isClosed)
                }
                guard state.waiting.count > limit else {
                    defer { state.waiting = [] }
                    return (state.waiting, false)
                }
                defer { state.waiting.removeFirst(limit) }
                return (Array(state.waiting.prefix(limit)), false)
            }
            if isEnd { return nil }
            if !jobs.isEmpty { return jobs }
            wakeUp.wait()
        }
    }

    /// How many jobs wait for a thread.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// How many threads wait for a job.
    var sleeperCount: Int { state.withLock(\.sleepers) }

    /// Takes no more jobs; what waits is still handed out.
    func close() {
        let sleepers = state.withLock { state in
            defer { state.sleepers = 0 }
            state.isClosed = true
            return state.sleepers
        }
        for _ in 0..<sleepers { wakeUp.signal() }
    }
}
