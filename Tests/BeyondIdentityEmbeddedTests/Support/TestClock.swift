import ChaveTransport

/// A clock that moves when somebody sleeps; long sleeps, which only limit a person's patience, end by cancellation.
final class TestClock: Sendable {
    private struct State {
        var milliseconds: Int64 = 0
        var heldFrom: Int64 = 10_000
    }

    /// 2026-08-31T12:00:00Z.
    static let start: Int64 = 1_788_177_600_000_000

    private let state = Locked(State())

    var milliseconds: Int64 { state.withLock { $0.milliseconds } }
    var seconds: Int64 { TestClock.start / 1_000_000 + milliseconds / 1_000 }

    func advance(_ milliseconds: Int64) { state.withLock { $0.milliseconds += milliseconds } }

    /// From now on patience ends.
    func release() { state.withLock { $0.heldFrom = .max } }

    var clock: DeviceClock {
        DeviceClock(
            now: { TestClock.start + self.milliseconds * 1_000 },
            uptimeMilliseconds: { self.milliseconds },
            sleep: { milliseconds in
                try Task.checkCancellation()
                let isHeld = self.state.withLock { state in
                    guard milliseconds < state.heldFrom else { return true }
                    state.milliseconds += milliseconds
                    return false
                }
                // Ended by cancellation; an hour is for ever in a test.
                if isHeld { try await Task.sleep(nanoseconds: 3_600_000_000_000) }
                await Task.yield()
            }
        )
    }
}
