import Synchronization

/// A queue of due payments that wait for a device, and of free devices that wait for a payment.
///
/// Both sides are served in their order. The queue stores times and not tasks, so a slow server costs a few bytes a
/// payment.
final class Arrivals: Sendable {
    /// A payment that a device takes.
    struct Arrival: Hashable, Sendable {
        /// The due time, in nanoseconds after the start.
        var due: Int64
        /// Whether it had to wait because no device was free.
        var waited: Bool
    }

    private struct State {
        var due = Line<Int64>()
        var free = Line<CheckedContinuation<Arrival?, Never>>()
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Adds a due payment; a free device takes it at once.
    func add(_ due: Int64) {
        let device: CheckedContinuation<Arrival?, Never>? = state.withLock { state in
            guard !state.isClosed else { return nil }
            if let device = state.free.popFirst() { return device }
            state.due.append(due)
            return nil
        }
        device?.resume(returning: Arrival(due: due, waited: false))
    }

    /// The next payment for a free device; `nil` when there will be none.
    func take() async -> Arrival? {
        await withCheckedContinuation { continuation in
            let now: Arrival?? = state.withLock { state in
                if let due = state.due.popFirst() { return .some(Arrival(due: due, waited: true)) }
                if state.isClosed { return .some(nil) }
                state.free.append(continuation)
                return nil
            }
            if let now { continuation.resume(returning: now) }
        }
    }

    /// Closes the queue; payments that are due already are still taken.
    func close() {
        let free = state.withLock { state in
            state.isClosed = true
            return state.free.removeAll()
        }
        for device in free { device.resume(returning: nil) }
    }

    /// Closes the queue, and returns the payments that no device has begun.
    func abandon() -> [Int64] {
        close()
        return state.withLock { $0.due.removeAll() }
    }
}
