import Synchronization

/// A gate that is opened once, with the state of the server; then all waiters go on.
final class Gate: Sendable {
    private enum State {
        case closed([CheckedContinuation<Bool, Never>])
        case open(isUp: Bool)
    }
    private let state = Mutex(State.closed([]))

    /// Opens the gate; only the first call counts.
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
