import ChaveBase

/// A slot for one answer, in which the first answer counts.
final class FirstAnswer<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case settled(Value)
    }

    private let state = Locked(State.open)

    /// Sets the answer; every later answer is dropped.
    func settle(_ value: Value) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
            switch state {
            case .settled: return nil
            case .open:
                state = .settled(value)
                return nil
            case .awaited(let continuation):
                state = .settled(value)
                return continuation
            }
        }
        waiting?.resume(returning: value)
    }

    /// Waits for the answer; call this once.
    func value() async -> Value {
        await withCheckedContinuation { continuation in
            let settled = state.withLock { state -> Value? in
                if case .settled(let value) = state { return value }
                state = .awaited(continuation)
                return nil
            }
            if let settled { continuation.resume(returning: settled) }
        }
    }
}

extension Task where Failure == Never {
    /// The task's value, or `nil` as soon as the waiting caller is cancelled; the task itself continues.
    @discardableResult
    func valueUnlessCancelled() async -> Success? {
        let first = FirstAnswer<Success?>()
        Task<Void, Never> { first.settle(await value) }
        return await withTaskCancellationHandler {
            await first.value()
        } onCancel: {
            first.settle(nil)
        }
    }
}
