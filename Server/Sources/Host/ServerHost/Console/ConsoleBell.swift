import ChaveBase
import Console
import Synchronization
import Waiting

/// A bell that rings after each write that changed a row, for the pages that show live data.
///
/// Each ring raises a counter. A waiter names the count that it has seen, so it misses no ring between its read and its
/// wait.
final class ConsoleBell: Sendable {
    /// One key for everything that the console shows.
    private enum Everything { case changed }

    private let marks = Atomic<Int>(0)
    private let board: ChangeBoard<Everything>

    init(world: World) { board = ChangeBoard(world: world) }

    var mark: Int { marks.load(ordering: .acquiring) }

    /// The number of waiters now.
    var waitingCount: Int { board.count }

    func ring() {
        marks.wrappingAdd(1, ordering: .acquiringAndReleasing)
        board.signal(.changed)
    }

    /// Ends all present and future waits: the server is about to stop.
    func end() { board.end() }

    /// Waits until ``mark`` differs from `seen`, at most this time of the world's clock, and returns the reason of the
    /// end.
    ///
    /// After ``end()`` the result is `.over`, even if the mark still rises: no caller should look again.
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
