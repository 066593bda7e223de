import ChaveTransport

/// Work that is given up when its time is over.
enum TimeLimit {
    /// The work's result, or `nil` when the time was over first or the calling task was cancelled.
    ///
    /// Work that was given up is cancelled and left to itself: a picker of the app's that never returns, or that waits for
    /// the very end that it holds up, keeps nobody waiting.
    static func run<Value: Sendable>(
        _ milliseconds: Int64,
        _ clock: DeviceClock,
        _ work: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let first = FirstAnswer<Value?>()
        let working = Task { first.settle(await work()) }
        let waiting = Task {
            // Cancelled once there is an answer, after which nothing more counts.
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
