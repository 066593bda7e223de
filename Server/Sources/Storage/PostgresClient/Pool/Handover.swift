import Synchronization

/// Passes one value from a thread to the task that waits for it; either may come first.
final class Handover<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case given(Value)
        case awaited(CheckedContinuation<Value, Never>)
        case done
    }

    private let state = Mutex(State.empty)

    /// Gives the value; ignores every value after the first.
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

    /// Waits for the value; call it once.
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
