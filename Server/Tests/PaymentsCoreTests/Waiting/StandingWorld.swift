import ChaveBase
import PaymentsCore
import Synchronization

/// A world in which time stands until the test moves it, for whoever waits in it.
final class StandingWorld: Sendable {
    private struct State {
        var milliseconds: Int64 = 0
        var nextSleeper = 0
        var sleepers: [Int: (until: Int64, continuation: CheckedContinuation<Void, Never>)] = [:]
        var sleeps = 0
    }
    private let state = Mutex(State())

    /// How many sleep now, and how often somebody fell asleep.
    var sleeping: Int { state.withLock(\.sleepers.count) }
    var sleeps: Int { state.withLock(\.sleeps) }

    func advance(milliseconds: Int64) {
        let due = state.withLock { state in
            state.milliseconds += milliseconds
            let due = state.sleepers.filter { $0.value.until <= state.milliseconds }
            for key in due.keys { state.sleepers[key] = nil }
            return due.values.map(\.continuation)
        }
        for sleeper in due { sleeper.resume() }
    }

    var world: World {
        World(
            now: { Timestamp(seconds: 1_800_000_000).adding(milliseconds: self.state.withLock(\.milliseconds)) },
            uptimeMilliseconds: { self.state.withLock(\.milliseconds) },
            randomBytes: { Array(repeating: 0, count: $0) },
            sleep: { await self.sleep(milliseconds: Int64($0)) }
        )
    }

    private func sleep(milliseconds: Int64) async {
        let key = state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayReturn = state.withLock { state in
                    guard !Task.isCancelled, milliseconds > 0 else { return true }
                    state.sleeps += 1
                    state.sleepers[key] = (state.milliseconds + milliseconds, continuation)
                    return false
                }
                if mayReturn { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: key) }?.continuation.resume()
        }
    }
}
