import Synchronization

/// Accepts the first answer and ignores all later ones.
final class FirstAnswer: Sendable {
    private enum State {
        case idle
        case awaited(CheckedContinuation<[ResolvedAddress], Never>)
        case given([ResolvedAddress])
    }
    private let state = Mutex(State.idle)

    var isGiven: Bool {
        state.withLock { state in
            if case .given = state { return true }
            return false
        }
    }

    func wait(_ continuation: CheckedContinuation<[ResolvedAddress], Never>) {
        let given: [ResolvedAddress]? = state.withLock { state in
            if case .given(let answer) = state { return answer }
            state = .awaited(continuation)
            return nil
        }
        if let given { continuation.resume(returning: given) }
    }

    func give(_ answer: [ResolvedAddress]) {
        let waiter: CheckedContinuation<[ResolvedAddress], Never>? = state.withLock { state in
            switch state {
            case .idle:
                state = .given(answer)
                return nil
            case .awaited(let waiter):
                state = .given(answer)
                return waiter
            case .given: return nil
            }
        }
        waiter?.resume(returning: answer)
    }
}
