import Foundation
import Synchronization

/// The threads that hold the connections; the last thread to end releases the lock.
final class ConnectionThreads: Sendable {
    private struct State {
        var running: Int
        var lock: DatabaseLock?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(count: Int, lock: DatabaseLock?) {
        state = Mutex(State(running: count, lock: lock))
    }

    /// Runs `body` with the connection on a separate thread, then closes the connection.
    ///
    /// When `body` cannot begin, the jobs that wait in `fallback` fail with its error.
    func start(
        _ name: String,
        _ connection: SQLiteConnection,
        fallback: JobQueue,
        body: @escaping @Sendable (SQLiteConnection) throws -> Void
    ) {
        let thread = Thread { [self] in
            do {
                try body(connection)
            } catch {
                refuse(fallback, error)
            }
            connection.close()
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

    private func refuse(_ queue: JobQueue, _ error: any Error) {
        queue.close()
        while let jobs = queue.next(limit: 64) {
            for job in jobs { job.fail(error) }
        }
    }

    private func finishOne() {
        let (waiting, lock) = state.withLock { state -> ([CheckedContinuation<Void, Never>], DatabaseLock?) in
            state.running -= 1
            guard state.running == 0 else { return ([], nil) }
            defer {
                state.waiting = []
                state.lock = nil
            }
            return (state.waiting, state.lock)
        }
        // The lock's last reference ends here, before the waiting tasks resume.
        _ = consume lock
        for continuation in waiting { continuation.resume() }
    }
}
