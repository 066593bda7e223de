import Dispatch
import Synchronization

/// A thread's place: where it sleeps, and where a request is put for it.
final class Seat: Sendable {
    let wake = DispatchSemaphore(value: 0)
    fileprivate let inbox = Mutex<Ticket?>(nil)

    /// Sleeps for a while, or until the line has something to say.
    func sleep(_ time: Duration) { _ = wake.wait(timeout: .now() + time / .seconds(1)) }
}

/// Who waits for a connection, in the order of coming, and which connections wait for somebody.
final class WaitingLine: Sendable {
    private struct State {
        var waiting: [Ticket] = []
        /// With a connection; the last one to come is the first to be taken, so that few stay warm.
        var idle: [Seat] = []
        /// Without one.
        var unconnected: [Seat] = []
        var isClosed = false
        /// How many connections there are.
        var connected = 0
        /// Why connecting failed last, until one is made or the last one is gone.
        var failure: PostgresError?
        /// That failure where there is no connection: those that a node has are enough to go on with.
        var refusal: PostgresError? { connected > 0 ? nil : failure }
        var keeperWakesAt: ContinuousClock.Instant?

        /// Takes a connection that has nothing to do, which is to be woken; `nil` when there is none.
        mutating func giveToIdle(_ ticket: Ticket) -> Seat? {
            guard let seat = idle.popLast() else { return nil }
            seat.inbox.withLock { $0 = ticket }
            return seat
        }
    }

    private let state = Mutex(State())
    private let keeper = DispatchSemaphore(value: 0)
    let seats: [Seat]

    init(seats: Int) { self.seats = (0..<seats).map { _ in Seat() } }

    var isClosed: Bool { state.withLock(\.isClosed) }
    var waitingCount: Int { state.withLock(\.waiting.count) }
    var idleCount: Int { state.withLock(\.idle.count) }
    var unconnectedCount: Int { state.withLock(\.unconnected.count) }
    var isFailing: Bool { state.withLock { $0.refusal != nil } }

    /// `false` when the line is closed; the ticket was not taken then.
    func add(_ ticket: Ticket) -> Bool {
        let (isTaken, seat, isKeeperLate) = state.withLock { state -> (Bool, Seat?, Bool) in
            guard !state.isClosed else { return (false, nil, false) }
            if let seat = state.giveToIdle(ticket) { return (true, seat, false) }
            state.waiting.append(ticket)
            return (true, state.unconnected.popLast(), state.keeperWakesAt.map { ticket.waitsUntil < $0 } ?? true)
        }
        // Signals come after the lock, so the thread that wakes finds it free.
        seat?.wake.signal()
        if isKeeperLate { keeper.signal() }
        return isTaken
    }

    /// The next request for a thread that has a connection; waits for one, and is `nil` when the line is closed.
    func next(for seat: Seat) -> Ticket? {
        while true {
            if let ticket = seat.inbox.withLock({ $0.take() }) { return ticket }
            let (ticket, isEnd) = state.withLock { state -> (Ticket?, Bool) in
                state.idle.removeAll { $0 === seat }
                guard state.waiting.isEmpty else { return (state.waiting.removeFirst(), false) }
                // One may have been put there just before the lock was had.
                guard seat.inbox.withLock({ $0 == nil }) else { return (nil, false) }
                if !state.isClosed { state.idle.append(seat) }
                return (nil, state.isClosed)
            }
            if let ticket { return ticket }
            if isEnd { return nil }
            seat.wake.wait()
        }
    }

    /// Waits until somebody waits for a connection; `false` when the line is closed.
    func awaitDemand(for seat: Seat) -> Bool {
        while true {
            let answer = state.withLock { state -> Bool? in
                state.unconnected.removeAll { $0 === seat }
                if state.isClosed { return false }
                if !state.waiting.isEmpty { return true }
                state.unconnected.append(seat)
                return nil
            }
            if let answer { return answer }
            seat.wake.wait()
        }
    }

    /// Gives back a request that could not be begun: it is the next one again.
    func putBack(_ ticket: Ticket) {
        let (isClosed, seat) = state.withLock { state -> (Bool, Seat?) in
            guard !state.isClosed else { return (true, nil) }
            let seat = state.giveToIdle(ticket)
            if seat == nil { state.waiting.insert(ticket, at: 0) }
            return (false, seat)
        }
        seat?.wake.signal()
        if isClosed { ticket.fail(PostgresError(.closed)) }
        keeper.signal()
    }

    /// Takes out a request whose caller no longer wants it, unless a thread has it.
    func abandon(_ ticket: Ticket) {
        let isFound = state.withLock { state in
            guard let place = state.waiting.firstIndex(where: { $0 === ticket }) else { return false }
            state.waiting.remove(at: place)
            return true
        }
        if isFound { ticket.fail(PostgresError(.abandoned)) }
    }

    /// Connecting failed.
    func noteFailure(_ error: PostgresError) { state.withLock { $0.failure = error } }

    /// There is one connection more.
    func noteConnection() {
        state.withLock { state in
            state.connected += 1
            state.failure = nil
        }
    }

    /// A connection is gone; after the last one only what is tried from then on counts.
    func noteLoss() {
        state.withLock { state in
            state.connected -= 1
            if state.connected == 0 { state.failure = nil }
        }
    }

    /// Takes nothing more, and ends the waiting of all.
    func close() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isClosed = true
            return state.waiting
        }
        for ticket in waiting { ticket.fail(PostgresError(.closed)) }
        for seat in seats { seat.wake.signal() }
        keeper.signal()
    }
}

extension WaitingLine {
    /// The work of the thread that ends waiting when its time is over; returns when the line is closed.
    func keepDeadlines() {
        while !isClosed {
            guard let wakesAt = endWaiting(at: .now) else {
                keeper.wait()
                continue
            }
            let left = ContinuousClock.now.duration(to: wakesAt)
            _ = keeper.wait(timeout: .now() + max(0, left / .seconds(1)))
        }
    }

    /// Ends the waiting of those whose time is over; when the next one's is.
    func endWaiting(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        let (late, failure, next) = state.withLock { state in
            let late = state.waiting.filter { $0.waitsUntil <= now }
            if !late.isEmpty { state.waiting.removeAll { $0.waitsUntil <= now } }
            state.keeperWakesAt = state.waiting.map(\.waitsUntil).min()
            return (late, state.refusal, state.keeperWakesAt)
        }
        let error = PostgresError(
            .noConnection,
            sqlState: failure?.sqlState,
            explanation: failure.map { "none could be made: \($0)" } ?? "all were busy until the time was over"
        )
        for ticket in late { ticket.fail(error) }
        return next
    }
}
