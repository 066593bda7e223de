import ChaveTransport

/// Work with a time limit.
enum TimeLimit {
    /// The work's result, or `nil` when the time ran out first or the calling task was cancelled.
    ///
    /// Work that was given up is cancelled, and nobody waits for it. This covers an app's picker that never returns, or
    /// that waits for the very end that it blocks.
    static func run<Value: Sendable>(
        _ milliseconds: Int64,
        _ clock: DeviceClock,
        _ work: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let first = FirstAnswer<Value?>()
        let working = Task { first.settle(await work()) }
        let waiting = Task {
            // This task is cancelled once there is an answer; its `nil` then has no effect.
            try? await clock.limit(milliseconds)
            first.settle(nil)
        }
        defer {
            working.cancel()
            waiting.cancel()
        }
        return await withTaskCancellationHandler {
            await first.value()
        } onCancel: {
            first.settle(nil)
        }
    }
}
