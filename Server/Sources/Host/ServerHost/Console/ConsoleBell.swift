import ChaveBase
import Console
import Synchronization
import Waiting

/// Rung after each write that changed a row, for the pages that show what happens.
///
/// Each ring raises a number. Whoever waits names the number it has seen, so that no ring between its look and its wait is
/// lost.
final class ConsoleBell: Sendable {
    /// All that the console shows changes together.
    private enum Everything { case changed }

    private let marks = Atomic<Int>(0)
    private let board: ChangeBoard<Everything>

    init(world: World) { board = ChangeBoard(world: world) }

    var mark: Int { marks.load(ordering: .acquiring) }

    /// How many wait now.
    var waitingCount: Int { board.count }

    func ring() {
        marks.wrappingAdd(1, ordering: .acquiringAndReleasing)
        board.signal(.changed)
    }

    /// Lets everybody go, now and from now on: the server is about to stop.
    func end() { board.end() }

    /// Waits until ``mark`` is another than `seen`, at most so much of the world's time, and says what ended it.
    ///
    /// Once it is over it says so even where the mark rises still: nobody is to look again.
    @discardableResult
    func change(after seen: Int, withinMilliseconds milliseconds: Int64) async -> ConsoleWait {
        let ticket = board.ticket(for: .changed)
        if mark == seen, !board.isOver {
            await board.wait(ticket, milliseconds: milliseconds)
        } else {
            board.forget(ticket)
        }
        if board.isOver || Task.isCancelled { return .over }
        return mark == seen ? .timeIsUp : .changed
    }
}
