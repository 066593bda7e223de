import ChaveTransport

/// A clock that moves when somebody sleeps.
final class FakeClock: Sendable {
    private struct State {
        var milliseconds: Int64 = 0
        var sleeps: [Int64] = []
        var isFrozen = false
        var held: Int64?
    }

    /// 2026-08-31T12:00:00Z.
    static let start: Int64 = 1_788_177_600_000_000

    private let state = Locked(State())

    var sleeps: [Int64] { state.withLock { $0.sleeps } }
    var milliseconds: Int64 { state.withLock { $0.milliseconds } }

    func advance(_ milliseconds: Int64) { state.withLock { $0.milliseconds += milliseconds } }

    /// From now on a sleep ends by cancellation only.
    func freeze() { state.withLock { $0.isFrozen = true } }

    /// A sleep of exactly so long ends by cancellation only: what limits the patience with work that here takes no time.
    func hold(_ milliseconds: Int64) { state.withLock { $0.held = milliseconds } }

    /// No sleep is held any more.
    func release() { state.withLock { $0.held = nil } }

    var clock: DeviceClock {
        DeviceClock(
            now: { FakeClock.start + self.milliseconds * 1_000 },
            uptimeMilliseconds: { self.milliseconds },
            sleep: { milliseconds in
                try Task.checkCancellation()
                let isFrozen = self.state.withLock { state in
                    guard !state.isFrozen, milliseconds != state.held else { return true }
                    state.milliseconds += milliseconds
                    state.sleeps.append(milliseconds)
                    return false
                }
                // Ended by cancellation; an hour is for ever in a test.
                if isFrozen { try await Task.sleep(nanoseconds: 3_600_000_000_000) }
                await Task.yield()
            }
        )
    }
}
