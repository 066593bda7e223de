import Foundation
import PostgresClientLibrary
import Synchronization

/// The handle that cancels the request running on one connection.
///
/// Unchecked: libpq's handle holds no reference to the connection, and one thread at a time has the handle. It moves to
/// the canceller's thread.
struct Cancellation: @unchecked Sendable {
    let handle: OpaquePointer
}

/// Sends cancel requests to the server on a separate thread.
///
/// libpq connects for each cancel request and waits for the server, which may be the server that does not answer.
final class Canceller: Sendable {
    private struct State {
        var waiting: [Cancellation] = []
        var isRunning = false
    }

    /// The canceller drops requests above this number: the pool closes their connections anyway, and the server ends
    /// the statements at its own deadline.
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
