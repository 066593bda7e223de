import Dispatch
import Synchronization

/// Where jobs wait for the threads that hold connections.
final class JobQueue: Sendable {
    private struct State {
        var waiting: [any DatabaseJob] = []
        var sleepers = 0
        /// How many jobs the one thread waits for that gathers a batch.
        var wanted: Int?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let wakeUp = DispatchSemaphore(value: 0)

    /// `false` when the queue is closed; the job was not taken then.
    func add(_ job: any DatabaseJob) -> Bool {
        let (isTaken, hasSleeper) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.waiting.append(job)
            if let wanted = state.wanted {
                guard state.waiting.count >= wanted else { return (true, false) }
                state.wanted = nil
                return (true, true)
            }
            guard state.sleepers > 0 else { return (true, false) }
            state.sleepers -= 1
            return (true, true)
        }
        if hasSleeper { wakeUp.signal() }
        return isTaken
    }

    /// What is waiting, oldest first, at most `limit`; `nil` when closed and drained.
    ///
    /// Waits for the first one, and then as `gathering` says for others; a queue that gathers has one thread.
    func next(limit: Int, gathering: Gathering? = nil) -> [any DatabaseJob]? {
        while true {
            let (isThere, isEnd) = state.withLock { state -> (Bool, Bool) in
                if state.waiting.isEmpty, !state.isClosed { state.sleepers += 1 }
                return (!state.waiting.isEmpty, state.isClosed)
            }
            if isThere {
                if let gathering { gather(min(limit, gathering.underWay()), within: gathering.longest) }
                let jobs = take(limit)
                // Another thread may have been faster.
                if !jobs.isEmpty { return jobs }
                continue
            }
            if isEnd { return nil }
            wakeUp.wait()
        }
    }

    private func take(_ limit: Int) -> [any DatabaseJob] {
        state.withLock { state in
            guard state.waiting.count > limit else {
                defer { state.waiting = [] }
                return state.waiting
            }
            defer { state.waiting.removeFirst(limit) }
            return Array(state.waiting.prefix(limit))
        }
    }

    /// Returns when so many wait, when the time is up, or at the close.
    private func gather(_ count: Int, within longest: Duration) {
        let mustWait = state.withLock { state in
            guard !state.isClosed, state.waiting.count < count else { return false }
            state.wanted = count
            return true
        }
        guard mustWait, wakeUp.wait(timeout: .now() + longest.dispatchInterval) == .timedOut else { return }
        let isSignalled = state.withLock { state in
            defer { state.wanted = nil }
            return state.wanted == nil
        }
        // Whoever completed the count in this moment has signalled or is about to; that signal is for nobody else.
        if isSignalled { wakeUp.wait() }
    }

    /// How many jobs wait for a thread.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// How many threads wait for a job.
    var sleeperCount: Int { state.withLock(\.sleepers) }

    /// Takes no more jobs; what waits is still handed out.
    func close() {
        let sleepers = state.withLock { state in
            defer { (state.sleepers, state.wanted) = (0, nil) }
            state.isClosed = true
            return state.sleepers + (state.wanted == nil ? 0 : 1)
        }
        for _ in 0..<sleepers { wakeUp.signal() }
    }
}

extension Duration {
    fileprivate var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        return .nanoseconds(Int(clamping: seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}
