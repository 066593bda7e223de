import ChaveBase
import Dispatch

/// Reads signals beside each other and takes those that are there in time.
///
/// A reading that hangs, in a driver for example, keeps a thread of Dispatch until it returns; what it then brings is
/// dropped. One that waits for others is cancelled when the time is over.
struct TimelySignals<Signals: Sendable>: Sendable {
    typealias Take = @Sendable (inout Signals) -> Void
    /// Blocks its thread until it has read.
    typealias Reading = @Sendable () -> Take
    /// Waits without a thread.
    typealias WaitingReading = @Sendable () async -> Take

    /// The part of `signals` that `readings` and `waiting` fill in before `sleep` returns.
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
