import Dispatch
import Synchronization

/// Where jobs wait for the threads that hold connections.
///
/// Jobs that are in no hurry go with the next one that is, or when their time is up; a queue that has some has one thread.
final class JobQueue: Sendable {
    fileprivate struct State {
        var waiting: [any DatabaseJob] = []
        var patient: [any DatabaseJob] = []
        /// When the first of those in no hurry goes alone.
        var patientUntil: DispatchTime?
        var sleepers = 0
        /// How many jobs the one thread waits for that gathers a batch.
        var wanted: Int?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let wakeUp = DispatchSemaphore(value: 0)

    /// With `patience` the job is in no hurry for that long.
    ///
    /// - Returns: `false` when the queue is closed; the job was not taken then.
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

    /// What is waiting, oldest first, at most `limit`; `nil` when closed and drained.
    ///
    /// Waits for the first one, and then as `gathering` says for others; a queue that gathers has one thread.
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
        // A caller that counted this thread off in this moment has signalled or is about to; that signal is for nobody else.
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
    var waitingCount: Int { state.withLock { $0.waiting.count + $0.patient.count } }

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

extension JobQueue.State {
    /// Those in no hurry go with the others.
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
