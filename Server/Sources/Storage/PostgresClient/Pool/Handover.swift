import Synchronization

/// One value from a thread to the task that waits for it, whichever is there first.
final class Handover<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case given(Value)
        case awaited(CheckedContinuation<Value, Never>)
        case done
    }

    private let state = Mutex(State.empty)

    /// Gives it; whatever comes after the first is let go.
    func give(_ value: Value) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
            switch state {
            case .empty: state = .given(value)
            case .awaited(let continuation):
                state = .done
                return continuation
            case .given, .done: break
            }
            return nil
        }
        waiting?.resume(returning: value)
    }

    /// Waits for it; once.
    func taken() async -> Value {
        await withCheckedContinuation { continuation in
            let value = state.withLock { state -> Value? in
                if case .given(let value) = state {
                    state = .done
                    return value
                }
                state = .awaited(continuation)
                return nil
            }
            if let value { continuation.resume(returning: value) }
        }
    }
}
