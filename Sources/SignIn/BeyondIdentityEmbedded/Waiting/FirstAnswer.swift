import ChaveBase

/// A place for one answer, of which the first that comes counts.
final class FirstAnswer<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case settled(Value)
    }

    private let state = Locked(State.open)

    /// Gives the answer; whatever comes after the first one is dropped.
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

    /// The answer, once it is there; asked for once.
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
    /// The value, or `nil` as soon as whoever waits is cancelled; the task itself goes on.
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
