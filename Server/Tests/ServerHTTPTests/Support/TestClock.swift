import ChaveBase
import PaymentsCore
import Synchronization

/// A world whose time stands still until a test moves it, and whose random bytes repeat.
final class TestClock: Sendable {
    private struct State {
        var now: Timestamp
        var random: UInt64
        var deadlinesAheadSeconds: Int64 = 0
        var sleepers: [Int: Sleeper] = [:]
        var nextSleeper = 0
    }

    private struct Sleeper {
        var until: Timestamp
        var continuation: CheckedContinuation<Void, Never>
    }

    private let state: Mutex<State>

    init(now: Timestamp, seed: UInt64) { state = Mutex(State(now: now, random: seed)) }

    /// Where every test begins: 2026-03-02T12:00:00Z.
    static let beginning = Timestamp(microseconds: 1_772_452_800_000_000)

    var now: Timestamp { state.withLock { $0.now } }

    /// Puts the clock of deadlines forward; time does not pass.
    func jump(seconds: Int64) { state.withLock { $0.deadlinesAheadSeconds += seconds } }

    func advance(milliseconds: Int64) {
        let due = state.withLock { state in
            state.now = state.now.adding(milliseconds: milliseconds)
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for key in due.keys { state.sleepers[key] = nil }
            return Array(due.values)
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    func advance(seconds: Int64) { advance(milliseconds: seconds * 1_000) }

    /// SplitMix64.
    func randomBytes(_ count: Int) -> [UInt8] {
        state.withLock { state in
            (0..<count).map { _ in
                state.random &+= 0x9E37_79B9_7F4A_7C15
                var mixed = state.random
                mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
                mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
                return UInt8(truncatingIfNeeded: (mixed ^ (mixed >> 31)) >> 32)
            }
        }
    }

    /// Returns when the clock has been moved that far, or when the task is cancelled.
    func sleep(milliseconds: Int) async {
        let key = state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayReturn = state.withLock { state in
                    if Task.isCancelled { return true }
                    state.sleepers[key] = Sleeper(
                        until: state.now.adding(milliseconds: Int64(milliseconds)),
                        continuation: continuation
                    )
                    return false
                }
                if mayReturn { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: key) }?.continuation.resume()
        }
    }

    var world: World {
        World(
            now: { self.now },
            uptimeMilliseconds: { self.now.microseconds / 1_000 },
            randomBytes: { self.randomBytes($0) },
            sleep: { await self.sleep(milliseconds: $0) },
            deadlinesAheadSeconds: { self.state.withLock { $0.deadlinesAheadSeconds } }
        )
    }
}
