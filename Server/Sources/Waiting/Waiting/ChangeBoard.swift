package import ChaveBase
import Synchronization

/// Wakes the callers that wait for an object to change, without a thread, a timer or a query for each caller.
///
/// A caller takes a ticket before it reads the object, so that it misses no change between the two. The first signal
/// uses up the ticket; a caller that goes on waiting takes another ticket and reads again.
package final class ChangeBoard<Object: Hashable & Sendable>: Sendable {
    package typealias Ticket = WaitTicket<Object>

    private struct State {
        var calls: [Object: [UInt64: WaitCall]] = [:]
        var nextNumber: UInt64 = 0
        var isOver = false
    }
    private let state = Mutex(State())
    private let timer: WaitTimer

    package init(world: World) { timer = WaitTimer(world: world) }

    /// Whether the board has ended, so that no caller may be held any more.
    package var isOver: Bool { state.withLock(\.isOver) }

    /// Whether a ticket is in use.
    package var hasWaiters: Bool { state.withLock { !$0.calls.isEmpty } }

    /// How many tickets are in use.
    package var count: Int { state.withLock { Set($0.calls.values.flatMap(\.keys)).count } }

    package func ticket(for object: Object) -> Ticket { ticket(for: [object]) }

    /// Makes a ticket that a signal for any of `objects` wakes; the objects must differ.
    package func ticket(for objects: [Object]) -> Ticket {
        state.withLock { state in
            state.nextNumber += 1
            let ticket = Ticket(objects: objects, call: WaitCall(number: state.nextNumber))
            for object in objects { state.calls[object, default: [:]][ticket.call.number] = ticket.call }
            return ticket
        }
    }

    package func signal(_ object: Object) {
        let calls = state.withLock { $0.calls.removeValue(forKey: object) } ?? [:]
        for call in calls.values { call.signal() }
    }

    /// Wakes all waiting callers: any object may have changed.
    package func signalAll() {
        let calls = state.withLock { state in
            defer { state.calls = [:] }
            return state.calls.values.flatMap(\.values)
        }
        for call in calls { call.signal() }
    }

    /// Wakes all waiting callers and sets ``isOver``.
    package func end() {
        let calls = state.withLock { state in
            state.isOver = true
            defer { state.calls = [:] }
            return state.calls.values.flatMap(\.values)
        }
        for call in calls { call.signal() }
    }

    /// Returns after a signal, after `milliseconds` of the world's time, or when the task is cancelled.
    package func wait(_ ticket: Ticket, milliseconds: Int64) async {
        // A call that is already signalled needs no timer, which would have to be started and ended again.
        guard milliseconds > 0, !ticket.call.isSignalled else { return forget(ticket) }
        let slot = timer.add(ticket.call, milliseconds: milliseconds)
        await withTaskCancellationHandler {
            await ticket.call.wait()
        } onCancel: {
            ticket.call.signal()
        }
        timer.remove(ticket.call, from: slot)
        forget(ticket)
    }

    package func forget(_ ticket: Ticket) {
        state.withLock { state in
            for object in ticket.objects {
                guard state.calls[object]?.removeValue(forKey: ticket.call.number) != nil else { continue }
                if state.calls[object]?.isEmpty == true { state.calls[object] = nil }
            }
        }
    }
}
