import Synchronization

/// One place among those who wait for an object.
final class WaitTicket: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Void, Never>)
        case signalled
    }

    let object: ObjectReference
    let number: UInt64
    private let state = Mutex(State.idle)

    init(object: ObjectReference, number: UInt64) {
        self.object = object
        self.number = number
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
