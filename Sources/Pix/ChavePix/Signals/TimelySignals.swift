import ChaveBase
import Dispatch

/// Reads signals concurrently and uses those that arrive in time.
///
/// A reading that hangs, for example in a driver, holds a thread of Dispatch until it returns; its result is dropped. A
/// waiting reading is cancelled when the time is over.
struct TimelySignals<Signals: Sendable>: Sendable {
    typealias Take = @Sendable (inout Signals) -> Void
    /// A reading that blocks its thread until it has the value.
    typealias Reading = @Sendable () -> Take
    /// A reading that waits without a thread.
    typealias WaitingReading = @Sendable () async -> Take

    /// The signals, with the values that `readings` and `waiting` bring before `sleep` returns.
    static func gather(
        into signals: Signals,
        _ readings: [Reading],
        waiting: [WaitingReading] = [],
        sleep: @escaping @Sendable () async throws -> Void
    ) async -> Signals {
        guard !readings.isEmpty || !waiting.isEmpty else { return signals }
        let found = Locked(signals)
        let open = Locked(readings.count + waiting.count)
        let isOver = Promise<Void>()
        let isRead: @Sendable (Take) -> Void = { take in
            found.withLock { take(&$0) }
            let isLast = open.withLock { open in
                open -= 1
                return open == 0
            }
            if isLast { isOver.keep(()) }
        }
        for read in readings { DispatchQueue.global().async { isRead(read()) } }
        let tasks = waiting.map { read in Task { isRead(await read()) } }
        let timer = Task {
            try await sleep()
            isOver.keep(())
        }
        await isOver.value()
        timer.cancel()
        for task in tasks { task.cancel() }
        return found.withLock { $0 }
    }
}
