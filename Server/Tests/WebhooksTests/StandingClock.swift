import ChaveBase
import PaymentsCore
import Synchronization

/// A world whose time stands still until a test moves it, and whose chances repeat.
final class StandingClock: Sendable {
    private struct State {
        var now = Timestamp(seconds: 1_800_000_000)
        var random: UInt64
        var sleepers: [Int: (until: Timestamp, continuation: CheckedContinuation<Void, Never>)] = [:]
        var next = 0
    }
    private let state: Mutex<State>

    init(seed: UInt64 = 1) { state = Mutex(State(random: seed)) }

    var now: Timestamp { state.withLock { $0.now } }

    func advance(to time: Timestamp) {
        let due = state.withLock { state in
            state.now = max(state.now, time)
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for key in due.keys { state.sleepers[key] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    func advance(seconds: Int64) { advance(to: now.adding(seconds: seconds)) }

    /// Also backwards, as a clock that somebody sets.
    func set(_ time: Timestamp) { state.withLock { $0.now = time } }

    /// SplitMix64.
    func number() -> UInt64 {
        state.withLock { state in
            state.random &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state.random
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    /// The clock of deadlines is hours ahead: nothing that a merchant is told, and nothing about when, goes by it.
    var world: World {
        World(
            now: { self.now },
            uptimeMilliseconds: { self.now.microseconds / 1_000 },
            randomBytes: { count in (0..<count).map { _ in UInt8(truncatingIfNeeded: self.number()) } },
            sleep: { milliseconds in await self.sleep(milliseconds) },
            deadlinesAheadSeconds: { 5 * 60 * 60 }
        )
    }

    private func sleep(_ milliseconds: Int) async {
        let key = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled { return true }
                    state.sleepers[key] = (state.now.adding(milliseconds: milliseconds), continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: key) }
            sleeper?.continuation.resume()
        }
    }
}
