import ChavePixModel
import Synchronization

/// A clock that moves only when it is told to.
final class SimulatedClock: Sendable {
    private let time: Mutex<Timestamp>

    init(_ start: Timestamp = Timestamp(seconds: 1_800_000_000)) { time = Mutex(start) }

    var now: Timestamp { time.withLock { $0 } }

    func advance(milliseconds: Int64) { time.withLock { $0 = $0.adding(milliseconds: milliseconds) } }

    func advance(seconds: Int64) { advance(milliseconds: seconds * 1_000) }

    /// Never back.
    func advance(to later: Timestamp) { time.withLock { $0 = max($0, later) } }
}
