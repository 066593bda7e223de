import Dispatch
import Synchronization

/// A thread's place: the thread sleeps there and receives a request there.
final class Seat: Sendable {
    let wake = DispatchSemaphore(value: 0)
    fileprivate let inbox = Mutex<Ticket?>(nil)

    /// Sleeps for `time`, or until the line signals.
    func sleep(_ time: Duration) { _ = wake.wait(timeout: .now() + time / .seconds(1)) }
}

/// The requests that wait for a connection, in their order of arrival, and the connections that wait for a request.
final class WaitingLine: Sendable {
    private struct State {
        var waiting: [Ticket] = []
        /// Seats with an idle connection; the last one to arrive gets the next request, so that few connections stay
        /// busy.
        var idle: [Seat] = []
        /// Seats without a connection.
        var unconnected: [Seat] = []
        var isClosed = false
        /// The number of connections.
        var connected = 0
        /// The last connection failure, until a connection is made or the last one is gone.
        var failure: PostgresError?
        /// The last failure when there is no connection: a pool with connections can go on with those.
        var refusal: PostgresError? { connected > 0 ? nil : failure }
        var keeperWakesAt: ContinuousClock.Instant?

        /// Gives the ticket to an idle connection, which the caller must wake; `nil` when there is none.
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

    /// Adds a ticket; `false` when the line is closed and does not accept the ticket.
    func add(_ ticket: Ticket) -> Bool {
        let (isTaken, seat, isKeeperLate) = state.withLock { state -> (Bool, Seat?, Bool) in
            guard !state.isClosed else { return (false, nil, false) }
            if let seat = state.giveToIdle(ticket) { return (true, seat, false) }
            state.waiting.append(ticket)
            return (true, state.unconnected.popLast(), state.keeperWakesAt.map { ticket.waitsUntil < $0 } ?? true)
        }
        // The signals come after the lock, so the thread that wakes finds the lock free.
        seat?.wake.signal()
        if isKeeperLate { keeper.signal() }
        return isTaken
    }

    /// Waits for the next request for a thread that has a connection; `nil` when the line is closed.
    func next(for seat: Seat) -> Ticket? {
        while true {
            if let ticket = seat.inbox.withLock({ $0.take() }) { return ticket }
            let (ticket, isEnd) = state.withLock { state -> (Ticket?, Bool) in
                state.idle.removeAll { $0 === seat }
                guard state.waiting.isEmpty else { return (state.waiting.removeFirst(), false) }
                // Another thread may have put a ticket in the inbox just before this thread got the lock.
                guard seat.inbox.withLock({ $0 == nil }) else { return (nil, false) }
                if !state.isClosed { state.idle.append(seat) }
                return (nil, state.isClosed)
            }
            if let ticket { return ticket }
            if isEnd { return nil }
            seat.wake.wait()
        }
    }

    /// Waits until a request waits for a connection; `false` when the line is closed.
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

    /// Returns a request that could not begin; it is the next one again.
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

    /// Removes a request whose caller no longer wants it, unless a thread has it.
    func abandon(_ ticket: Ticket) {
        let isFound = state.withLock { state in
            guard let place = state.waiting.firstIndex(where: { $0 === ticket }) else { return false }
            state.waiting.remove(at: place)
            return true
        }
        if isFound { ticket.fail(PostgresError(.abandoned)) }
    }

    /// Records a failed connection attempt.
    func noteFailure(_ error: PostgresError) { state.withLock { $0.failure = error } }

    /// Records a new connection.
    func noteConnection() {
        state.withLock { state in
            state.connected += 1
            state.failure = nil
        }
    }

    /// Records a lost connection; after the last one only later attempts count.
    func noteLoss() {
        state.withLock { state in
            state.connected -= 1
            if state.connected == 0 { state.failure = nil }
        }
    }

    /// Closes the line: it accepts no more tickets and fails all waiting ones.
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
    /// Fails waiting requests at their deadlines; a separate thread runs it until the line is closed.
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

    /// Fails the requests whose waiting time is over, and returns the next request's deadline.
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
