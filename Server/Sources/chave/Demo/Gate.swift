import Synchronization

/// Opened once, by whoever knows whether the server is up; whoever waits goes on.
final class Gate: Sendable {
    private enum State {
        case closed([CheckedContinuation<Bool, Never>])
        case open(isUp: Bool)
    }
    private let state = Mutex(State.closed([]))

    /// The first word counts.
    func open(_ isUp: Bool) {
        let waiting: [CheckedContinuation<Bool, Never>] = state.withLock { state in
            guard case .closed(let waiting) = state else { return [] }
            state = .open(isUp: isUp)
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: isUp) }
    }

    func isUp() async -> Bool {
        await withCheckedContinuation { continuation in
            let known: Bool? = state.withLock { state in
                switch state {
                case .open(let isUp): return isUp
                case .closed(let waiting):
                    state = .closed(waiting + [continuation])
                    return nil
                }
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}
