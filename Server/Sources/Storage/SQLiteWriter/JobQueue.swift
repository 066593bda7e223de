import Dispatch
import Synchronization

/// The queue of jobs for the threads that hold connections.
///
/// Jobs in no hurry go with the next job in a hurry, or when their time is up. A queue with such jobs has one thread.
final class JobQueue: Sendable {
    fileprivate struct State {
        var waiting: [any DatabaseJob] = []
        var patient: [any DatabaseJob] = []
        /// The time when the first job in no hurry goes without others.
        var patientUntil: DispatchTime?
        var sleepers = 0
        /// The number of jobs that the gathering thread waits for; `nil` while it does not gather.
        var wanted: Int?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let wakeUp = DispatchSemaphore(value: 0)

    /// Adds a job; `patience` is the time for which the job is in no hurry.
    ///
    /// - Returns: `false` when the queue is closed and does not accept the job.
    func add(_ job: any DatabaseJob, patience: Duration = .zero) -> Bool {
        let (isTaken, hasSleeper) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            if patience > .zero {
                state.patient.append(job)
                guard state.patientUntil == nil else { return (true, false) }
                state.patientUntil = .now() + patience.dispatchInterval
                guard state.wanted == nil else { return (true, false) }
            } else {
                state.waiting.append(job)
            }
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

    /// The waiting jobs, oldest first, at most `limit`; `nil` when the queue is closed and drained.
    ///
    /// It waits for the first job, and then for others as `gathering` says. A queue that gathers has one thread.
    func next(limit: Int, gathering: Gathering? = nil) -> [any DatabaseJob]? {
        while true {
            let (isThere, isEnd, patientUntil) = state.withLock { state -> (Bool, Bool, DispatchTime?) in
                if state.isClosed || state.patientUntil.map({ $0 <= .now() }) ?? false { state.hurry() }
                if state.waiting.isEmpty, !state.isClosed { state.sleepers += 1 }
                return (!state.waiting.isEmpty, state.isClosed, state.patientUntil)
            }
            if isThere {
                if let gathering { gather(min(limit, gathering.underWay()), within: gathering.longest) }
                let jobs = take(limit)
                // Another thread may have been faster.
                if !jobs.isEmpty { return jobs }
                continue
            }
            if isEnd { return nil }
            sleep(until: patientUntil)
        }
    }

    private func sleep(until time: DispatchTime?) {
        guard let time else { return wakeUp.wait() }
        guard wakeUp.wait(timeout: time) == .timedOut else { return }
        let isSignalled = state.withLock { state in
            defer { state.sleepers = max(0, state.sleepers - 1) }
            return state.sleepers == 0
        }
        // A caller that just counted this thread off has signalled or is about to; that signal is for this thread only.
        if isSignalled { wakeUp.wait() }
    }

    private func take(_ limit: Int) -> [any DatabaseJob] {
        state.withLock { state in
            state.hurry()
            guard state.waiting.count > limit else {
                defer { state.waiting = [] }
                return state.waiting
            }
            defer { state.waiting.removeFirst(limit) }
            return Array(state.waiting.prefix(limit))
        }
    }

    /// Returns when `count` jobs wait, when the time is up, or when the queue is closed.
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
        // A caller that just completed the count has signalled or is about to; that signal is for this thread only.
        if isSignalled { wakeUp.wait() }
    }

    /// The number of jobs that wait for a thread.
    var waitingCount: Int { state.withLock { $0.waiting.count + $0.patient.count } }

    /// The number of threads that wait for a job.
    var sleeperCount: Int { state.withLock(\.sleepers) }

    /// Accepts no more jobs; the threads still receive the waiting ones.
    func close() {
        let sleepers = state.withLock { state in
            defer { (state.sleepers, state.wanted) = (0, nil) }
            state.isClosed = true
            return state.sleepers + (state.wanted == nil ? 0 : 1)
        }
        for _ in 0..<sleepers { wakeUp.signal() }
    }
}

extension JobQueue.State {
    /// Moves the jobs in no hurry to the waiting jobs.
    fileprivate mutating func hurry() {
        waiting += patient
        patient = []
        patientUntil = nil
    }
}

extension Duration {
    fileprivate var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        return .nanoseconds(Int(clamping: seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}
