import ChaveBase

/// A value that other code gives, once.
final class Promise<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiters: [Int: CheckedContinuation<Value?, Never>] = [:]
        var nextWaiter = 0
    }

    private let state = Locked(State())

    /// Gives the value; false when one has been given before.
    @discardableResult
    func keep(_ value: Value) -> Bool {
        let waiters: [CheckedContinuation<Value?, Never>]? = state.withLock { state in
            guard state.value == nil else { return nil }
            state.value = value
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters ?? [] { waiter.resume(returning: value) }
        return waiters != nil
    }

    /// The value, or `nil` when the waiting task is cancelled before there is one.
    func value() async -> Value? {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { wait(id, $0) }
        } onCancel: {
            take(id)?.resume(returning: nil)
        }
    }

    private func wait(_ id: Int, _ continuation: CheckedContinuation<Value?, Never>) {
        let kept: Value? = state.withLock { state in
            if state.value == nil { state.waiters[id] = continuation }
            return state.value
        }
        if let kept { return continuation.resume(returning: kept) }
        // The task may have been cancelled before its continuation was known to `take`.
        if Task.isCancelled { take(id)?.resume(returning: nil) }
    }

    private func take(_ id: Int) -> CheckedContinuation<Value?, Never>? {
        state.withLock { $0.waiters.removeValue(forKey: id) }
    }
}
