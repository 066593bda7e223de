import ChaveBase
import Synchronization

/// One caller's place among the waiters for one or several objects.
package struct WaitTicket<Object: Hashable & Sendable>: Sendable {
    let objects: [Object]
    let call: WaitCall
}

/// The signal that wakes the holder of a ticket.
final class WaitCall: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Void, Never>)
        case signalled
    }

    let number: UInt64
    private let state = Mutex(State.idle)

    init(number: UInt64) { self.number = number }

    var isSignalled: Bool {
        state.withLock { state in
            if case .signalled = state { true } else { false }
        }
    }

    /// Wakes the waiter; a signal before ``wait()`` makes that call return at once.
    ///
    /// Further signals do nothing.
    func signal() {
        let continuation: CheckedContinuation<Void, Never>? = state.withLock { state in
            defer { state = .signalled }
            guard case .waiting(let continuation) = state else { return nil }
            return continuation
        }
        continuation?.resume()
    }

    /// Waits for the signal; one caller may call this, and only once.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isSignalled = state.withLock { state in
                if case .signalled = state { return true }
                state = .waiting(continuation)
                return false
            }
            if isSignalled { continuation.resume() }
        }
    }
}

/// The versions of an object that a reader already has while it waits for another one.
public enum KnownVersions: Hashable, Sendable {
    case unsaid
    case any
    case some(Set<Int64>)

    public func includes(_ version: Int64) -> Bool {
        switch self {
        case .unsaid: false
        case .any: true
        case .some(let versions): versions.contains(version)
        }
    }
}
