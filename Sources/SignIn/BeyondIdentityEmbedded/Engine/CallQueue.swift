import ChaveBase

/// Runs calls one after another, in the order of their requests.
///
/// An extension lasts as long as a person needs. Other calls fail at once during it, and only its end or a cancel frees
/// the queue. A call that is cancelled while it waits for its turn ends at once. The calls behind it still wait for the
/// calls before it.
final class CallQueue: Sendable {
    private struct State {
        var last: Task<Void, Never>?
        var extending: Task<Void, Never>?
    }

    private let state = Locked(State())

    /// Runs the call after the calls before it have ended.
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

    /// Begins an extension; the queue is free again before `ended` receives the result.
    ///
    /// An extension that is cancelled while it waits for its turn starts its work at once, and the work sees the
    /// cancellation.
    ///
    /// - Returns: `nil` when another extension is running.
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

    /// Cancels the running extension and returns after its end.
    func cancelExtension() async {
        let task = state.withLock { $0.extending }
        task?.cancel()
        await task?.value
    }
}
