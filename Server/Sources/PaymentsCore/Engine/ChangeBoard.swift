import Synchronization

/// Wakes those who wait for an object to change, without a thread and without a query.
final class ChangeBoard: Sendable {
    private let waiting = Mutex<[ObjectReference: [Ticket]]>([:])

    /// A place in the queue, taken before the state is read, so that no change in between is missed.
    final class Ticket: Sendable {
        fileprivate enum State {
            case idle
            case waiting(CheckedContinuation<Void, Never>)
            case signalled
        }
        fileprivate let state = Mutex(State.idle)

        fileprivate func signal() {
            let continuation: CheckedContinuation<Void, Never>? = state.withLock { state in
                defer { state = .signalled }
                guard case .waiting(let continuation) = state else { return nil }
                return continuation
            }
            continuation?.resume()
        }

        fileprivate func wait() async {
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

    func ticket(for object: ObjectReference) -> Ticket {
        let ticket = Ticket()
        waiting.withLock { $0[object, default: []].append(ticket) }
        return ticket
    }

    func signal(_ object: ObjectReference) {
        let tickets = waiting.withLock { $0.removeValue(forKey: object) } ?? []
        for ticket in tickets { ticket.signal() }
    }

    /// Returns after a signal, after `milliseconds` of the world's time, or when the task is cancelled.
    func wait(_ ticket: Ticket, for object: ObjectReference, milliseconds: Int, world: World) async {
        let timer = Task {
            await world.sleep(milliseconds)
            ticket.signal()
        }
        await withTaskCancellationHandler {
            await ticket.wait()
        } onCancel: {
            ticket.signal()
        }
        timer.cancel()
        forget(ticket, for: object)
    }

    func forget(_ ticket: Ticket, for object: ObjectReference) {
        waiting.withLock { waiting in
            waiting[object]?.removeAll { $0 === ticket }
            if waiting[object]?.isEmpty == true { waiting[object] = nil }
        }
    }
}
