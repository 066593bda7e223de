import Foundation
import PostgresClientLibrary
import Synchronization

/// The right to cancel what one connection runs.
///
/// Unchecked: libpq's handle holds no reference to the connection, and one thread at a time has it; it is moved to the
/// thread below.
struct Cancellation: @unchecked Sendable {
    let handle: OpaquePointer
}

/// Cancels on a thread of its own: libpq connects for it and waits for the server, which may be the one that does not
/// answer.
final class Canceller: Sendable {
    private struct State {
        var waiting: [Cancellation] = []
        var isRunning = false
    }

    /// More are let go: the connections are closed in any case, and the server ends what they ran at its own deadline.
    private static let mostWaiting = 256

    private let state = Mutex(State())

    func cancel(_ cancellation: Cancellation) {
        let (mustStart, isTaken) = state.withLock { state in
            guard state.waiting.count < Self.mostWaiting else { return (false, false) }
            state.waiting.append(cancellation)
            defer { state.isRunning = true }
            return (!state.isRunning, true)
        }
        if !isTaken { PQfreeCancel(cancellation.handle) }
        guard mustStart else { return }
        let thread = Thread { [self] in work() }
        thread.name = "postgres-cancel"
        thread.start()
    }

    private func work() {
        while let next = next() {
            var message = [CChar](repeating: 0, count: 256)
            _ = PQcancel(next.handle, &message, Int32(message.count))
            PQfreeCancel(next.handle)
        }
    }

    private func next() -> Cancellation? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
