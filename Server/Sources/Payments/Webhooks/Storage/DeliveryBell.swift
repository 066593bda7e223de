import ChaveBase
import Synchronization

/// Wakes the one worker of this process after a transaction that made a delivery due.
///
/// A ring without a waiter is stored, so that none is lost; many stored rings count as one.
public final class DeliveryBell: Sendable {
    private enum State {
        case quiet
        case rung
        case awaited(CheckedContinuation<Void, Never>)
    }
    private let state = Mutex(State.quiet)

    public init() {}

    public func ring() {
        let waiter: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard case .awaited(let waiter) = state else {
                state = .rung
                return nil
            }
            state = .quiet
            return waiter
        }
        waiter?.resume()
    }

    /// Returns at the next ring, or when the task is cancelled.
    ///
    /// Only for one waiter at a time: a second waiter replaces the first, whose wait ends.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let earlier: CheckedContinuation<Void, Never>? = state.withLock { state in
                    switch state {
                    case .quiet where Task.isCancelled, .rung:
                        state = .quiet
                        return continuation
                    case .quiet:
                        state = .awaited(continuation)
                        return nil
                    case .awaited(let earlier):
                        state = .awaited(continuation)
                        return earlier
                    }
                }
                earlier?.resume()
            }
        } onCancel: {
            ring()
        }
    }
}
