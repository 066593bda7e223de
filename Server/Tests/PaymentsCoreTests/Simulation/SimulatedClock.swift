import ChaveBase
import Synchronization

/// A clock that moves only when it is told to.
final class SimulatedClock: Sendable {
    private let time: Mutex<Timestamp>
    private let ahead = Mutex<Int64>(0)

    init(_ start: Timestamp = Timestamp(seconds: 1_800_000_000)) { time = Mutex(start) }

    var now: Timestamp { time.withLock { $0 } }

    /// How far the clock of deadlines is ahead.
    var deadlinesAheadSeconds: Int64 { ahead.withLock { $0 } }

    /// Puts the clock of deadlines forward, or back as if its file were deleted; time does not pass.
    func jump(seconds: Int64) { ahead.withLock { $0 += seconds } }

    func advance(milliseconds: Int64) { time.withLock { $0 = $0.adding(milliseconds: milliseconds) } }

    func advance(seconds: Int64) { advance(milliseconds: seconds * 1_000) }

    /// Never back.
    func advance(to later: Timestamp) { time.withLock { $0 = max($0, later) } }
}
