import ChaveBase
import Console
import PaymentsCore
import Synchronization

/// Rung after each write that changed a row, for the pages that show what happens.
///
/// A ring while nobody waits is a number that rises. Whoever waits names the number it has seen, so that no ring between
/// its look and its wait is lost.
final class ConsoleBell: Sendable {
    private struct State {
        var mark = 0
        var isOver = false
        var nextKey = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())
    private let world: World

    init(world: World) { self.world = world }

    var mark: Int { state.withLock(\.mark) }

    /// How many wait now.
    var waitingCount: Int { state.withLock(\.waiters.count) }

    func ring() { wakeAll { $0.mark += 1 } }

    /// Lets everybody go, now and from now on: the server is about to stop.
    func end() { wakeAll { $0.isOver = true } }

    /// Waits until ``mark`` is another than `seen`, at most so much of the world's time, and says what ended it.
    ///
    /// Once it is over it says so even where the mark rises still: nobody is to look again.
    @discardableResult
    func change(after seen: Int, withinMilliseconds milliseconds: Int64) async -> ConsoleWait {
        await wait(after: seen, withinMilliseconds: milliseconds)
        return state.withLock { state in
            if state.isOver || Task.isCancelled { return .over }
            return state.mark == seen ? .timeIsUp : .changed
        }
    }

    private func wait(after seen: Int, withinMilliseconds milliseconds: Int64) async {
        guard milliseconds > 0, isQuiet(since: seen) else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.rung(after: seen) }
            group.addTask { [world] in await world.sleep(Int(milliseconds)) }
            await group.next()
            group.cancelAll()
        }
    }

    private func isQuiet(since seen: Int) -> Bool { state.withLock { $0.mark == seen && !$0.isOver } }

    private func rung(after seen: Int) async {
        let key = state.withLock { state in
            state.nextKey += 1
            return state.nextKey
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Asked under the lock that a cancellation takes too: one of the two sees the other.
                let mayReturn = state.withLock { state in
                    guard state.mark == seen, !state.isOver, !Task.isCancelled else { return true }
                    state.waiters[key] = continuation
                    return false
                }
                if mayReturn { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: key) }?.resume()
        }
    }

    private func wakeAll(_ change: (inout State) -> Void) {
        let waiters: [CheckedContinuation<Void, Never>] = state.withLock { state in
            change(&state)
            guard !state.waiters.isEmpty else { return [] }
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume() }
    }
}
