#if os(Linux)
    import ChaveTransport
    import Dispatch

    /// Reads signals beside each other and takes those that are there in time.
    ///
    /// A reading that hangs, in a driver for example, keeps a thread of Dispatch until it returns; what it then brings is
    /// dropped.
    struct TimelySignals<Signals: Sendable>: Sendable {
        typealias Reading = @Sendable () -> @Sendable (inout Signals) -> Void

        /// The part of `signals` that `readings` fill in before `sleep` returns.
        static func gather(
            into signals: Signals,
            _ readings: [Reading],
            sleep: @escaping @Sendable () async throws -> Void
        ) async -> Signals {
            let found = Locked(signals)
            let open = Locked(readings.count)
            let isOver = Promise<Void>()
            for read in readings {
                DispatchQueue.global().async {
                    let take = read()
                    found.withLock { take(&$0) }
                    let isLast = open.withLock { open in
                        open -= 1
                        return open == 0
                    }
                    if isLast { isOver.keep(()) }
                }
            }
            let timer = Task {
                try await sleep()
                isOver.keep(())
            }
            await isOver.value()
            timer.cancel()
            return found.withLock { $0 }
        }
    }
#endif
