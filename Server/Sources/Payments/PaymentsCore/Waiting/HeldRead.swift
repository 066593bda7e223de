import ChaveBase
public import ChavePixModel
import PaymentsModel
import Synchronization
import Waiting

/// A read that is held while there is no result, one look at a time.
///
/// Between two looks, a task's stack holds nothing of the read. The responding code waits with a small stack, so that
/// ten thousand waiting reads need little memory. A lost wake-up only costs time, because the last look comes after the
/// time is up.
public final class HeldRead<Resource: Sendable>: Sendable {
    private let board: ChangeBoard<ObjectReference>
    private let world: World
    private let reference: ObjectReference
    private let deadline: Int64
    private let prove: ProofAgain
    private let look: @Sendable (_ isLast: Bool) async throws(APIFailure) -> Versioned<Resource>?
    private let state = Mutex(State())

    private struct State {
        var wasHeld = false
        var ticket: ChangeBoard<ObjectReference>.Ticket?
    }

    /// Creates a held read; `look` returns the result, or `nil` for none yet.
    ///
    /// The last look must not return `nil`.
    init(
        _ reference: ObjectReference,
        for milliseconds: Int64,
        on board: ChangeBoard<ObjectReference>,
        in world: World,
        proving prove: @escaping ProofAgain,
        _ look: @escaping @Sendable (_ isLast: Bool) async throws(APIFailure) -> Versioned<Resource>?
    ) {
        self.reference = reference
        self.board = board
        self.world = world
        self.prove = prove
        self.look = look
        deadline = world.uptimeMilliseconds() + milliseconds
    }

    deinit {
        if let ticket = state.withLock({ $0.ticket }) { board.forget(ticket) }
    }

    /// The result; `nil` when nothing has changed, and then the caller calls ``wait()`` before the next look.
    ///
    /// The storage is not read between two changes, and each look takes a ticket first.
    public func next() async throws(APIFailure) -> Versioned<Resource>? {
        let ticket = board.ticket(for: reference)
        let isLast = world.uptimeMilliseconds() >= deadline || board.isOver || Task.isCancelled
        let found: Versioned<Resource>?
        do throws(APIFailure) {
            found = try await look(isLast)
        } catch {
            board.forget(ticket)
            try await proveIfHeld()
            throw error
        }
        guard let found else {
            state.withLock { $0 = State(wasHeld: true, ticket: ticket) }
            return nil
        }
        board.forget(ticket)
        try await proveIfHeld()
        return found
    }

    /// Returns once something has changed, the time is up, or the task is cancelled.
    public func wait() async {
        guard let ticket = state.withLock({ $0.ticket.take() }) else { return }
        await board.wait(ticket, milliseconds: deadline - world.uptimeMilliseconds())
    }

    private func proveIfHeld() async throws(APIFailure) {
        if state.withLock({ $0.wasHeld }) { try await prove() }
    }
}
