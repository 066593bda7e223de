import ChaveBase
import Synchronization

/// One place among those who wait for one or several objects.
package struct WaitTicket<Object: Hashable & Sendable>: Sendable {
    let objects: [Object]
    let call: WaitCall
}

/// What a ticket's holder is called by.
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

    /// Once is enough; before `wait` it makes that return at once.
    func signal() {
        let continuation: CheckedContinuation<Void, Never>? = state.withLock { state in
            defer { state = .signalled }
            guard case .waiting(let continuation) = state else { return nil }
            return continuation
        }
        continuation?.resume()
    }

    /// For one caller, once.
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

/// The versions of an object that a reader has, who waits for another one.
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
