import ChaveBase

/// Has calls made one after another, in the order in which they were asked for.
///
/// An extension lasts as long as a person takes: meanwhile other calls fail at once, and only its own end or a cancel
/// frees the queue. A call that is cancelled while it waits for its turn ends at once, and those behind it still wait for
/// those before it.
final class CallQueue: Sendable {
    private struct State {
        var last: Task<Void, Never>?
        var extending: Task<Void, Never>?
    }

    private let state = Locked(State())

    /// Makes the call when those before it have ended.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () async -> Result<Value, SignInError>
    ) -> Task<Result<Value, SignInError>, Never> {
        state.withLock { state in
            guard state.extending == nil else { return Task { .failure(.extensionInProgress) } }
            let before = state.last
            let task = Task { () -> Result<Value, SignInError> in
                await before?.valueUnlessCancelled()
                guard !Task.isCancelled else { return .failure(.cancelledCall) }
                return await work()
            }
            state.last = Task {
                await before?.value
                _ = await task.value
            }
            return task
        }
    }

    /// Begins an extension; the queue is free again before `ended` hears of its end.
    ///
    /// One that is cancelled while it waits for its turn does its work at once, which sees that it is cancelled.
    ///
    /// - Returns: `nil` when another one runs.
    func extend<End: Sendable>(
        _ work: @escaping @Sendable () async -> End,
        ended: @escaping @Sendable (End) -> Void
    ) -> Task<Void, Never>? {
        state.withLock { state in
            guard state.extending == nil else { return nil }
            let before = state.last
            let task = Task {
                await before?.valueUnlessCancelled()
                let end = await work()
                self.state.withLock { $0.extending = nil }
                ended(end)
            }
            state.extending = task
            state.last = Task {
                await before?.value
                await task.value
            }
            return task
        }
    }

    /// Ends the extension that runs, and returns when it has ended.
    func cancelExtension() async {
        let task = state.withLock { $0.extending }
        task?.cancel()
        await task?.value
    }
}
