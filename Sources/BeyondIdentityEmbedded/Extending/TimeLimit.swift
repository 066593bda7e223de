import ChaveTransport

/// Work that is given up when its time is over.
enum TimeLimit {
    /// The work's result, or `nil` when the time was over first; the work's task is cancelled then.
    static func run<Value: Sendable>(
        _ milliseconds: Int64,
        _ clock: DeviceClock,
        _ work: @escaping @Sendable () async -> Value
    ) async -> Value? {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { await work() }
            group.addTask {
                // Cancelled when the work is done; its answer is there already.
                try? await clock.sleep(milliseconds)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}
