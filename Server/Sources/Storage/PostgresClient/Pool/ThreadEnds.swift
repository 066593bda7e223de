import Foundation
import Synchronization

/// The pool's threads, and the tasks that wait for their end.
final class ThreadEnds: Sendable {
    private struct State {
        var running: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(count: Int) { state = Mutex(State(running: count)) }

    func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread { [self] in
            body()
            finishOne()
        }
        thread.name = name
        thread.start()
    }

    /// Returns when all threads are done.
    func ended() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if state.running > 0 { state.waiting.append(continuation) }
                return state.running == 0
            }
            if isDone { continuation.resume() }
        }
    }

    private func finishOne() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.running -= 1
            guard state.running == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
