import Synchronization

/// Wakes those who wait for an object to change, without a thread, a timer or a query of their own.
///
/// A ticket is taken before the object is read, so that no change between the two is missed. It is used up by the first
/// signal; whoever waits on takes another one and reads again.
final class ChangeBoard: Sendable {
    private struct State {
        var tickets: [ObjectReference: [UInt64: WaitTicket]] = [:]
        var nextNumber: UInt64 = 0
        var isOver = false
    }
    private let state = Mutex(State())
    private let timer: WaitTimer

    init(world: World) { timer = WaitTimer(world: world) }

    /// Whether nobody is to be held any more.
    var isOver: Bool { state.withLock(\.isOver) }

    /// How many places are taken.
    var count: Int { state.withLock { $0.tickets.values.reduce(0) { $0 + $1.count } } }

    func ticket(for object: ObjectReference) -> WaitTicket {
        state.withLock { state in
            state.nextNumber += 1
            let ticket = WaitTicket(object: object, number: state.nextNumber)
            state.tickets[object, default: [:]][ticket.number] = ticket
            return ticket
        }
    }

    func signal(_ object: ObjectReference) {
        let tickets = state.withLock { $0.tickets.removeValue(forKey: object) } ?? [:]
        for ticket in tickets.values { ticket.signal() }
    }

    /// Wakes everybody, and says to whoever asks that it is over.
    func end() {
        let tickets = state.withLock { state in
            state.isOver = true
            defer { state.tickets = [:] }
            return state.tickets.values.flatMap(\.values)
        }
        for ticket in tickets { ticket.signal() }
    }

    /// Returns after a signal, after `milliseconds` of the world's time, or when the task is cancelled.
    func wait(_ ticket: WaitTicket, milliseconds: Int64) async {
        guard milliseconds > 0 else { return forget(ticket) }
        let slot = timer.add(ticket, milliseconds: milliseconds)
        await withTaskCancellationHandler {
            await ticket.wait()
        } onCancel: {
            ticket.signal()
        }
        timer.remove(ticket, from: slot)
        forget(ticket)
    }

    func forget(_ ticket: WaitTicket) {
        state.withLock { state in
            guard state.tickets[ticket.object]?.removeValue(forKey: ticket.number) != nil else { return }
            if state.tickets[ticket.object]?.isEmpty == true { state.tickets[ticket.object] = nil }
        }
    }
}
