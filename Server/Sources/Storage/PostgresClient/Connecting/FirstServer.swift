import Synchronization

/// What a pool knows of the servers that its connection string names: where it tries first, and which of them was the last
/// to become the first.
///
/// A standby that is promoted begins a timeline with a higher number. The server before it may still let everybody in and
/// take writes, whose commits wait for the standby that it no longer has; what it shows is old.
final class FirstServer: Sendable {
    private struct State {
        var newestTimeline: Int64 = 0
        var place = 0
    }
    private let state = Mutex(State())
    private let count: Int

    init(count: Int) { self.count = count }

    /// Which timeline a server writes; asked only where there is a choice.
    static let question = PostgresStatement(
        "SELECT ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint"
    )

    var hasChoice: Bool { count > 1 }

    /// The places of all servers, in the order in which they are tried now.
    var order: [Int] {
        let first = state.withLock(\.place)
        return (0..<count).map { (first + $0) % count }
    }

    /// Whether nobody has been promoted since `timeline` began, as far as any connection has seen; `nil` is no timeline, of
    /// a database that has none.
    func isCurrent(_ timeline: Int64?) -> Bool {
        guard let timeline else { return true }
        return state.withLock { timeline >= $0.newestTimeline }
    }

    /// Takes note of a server that lets in and writes.
    ///
    /// - Returns: whether it is the first one.
    func admit(_ timeline: Int64?, at place: Int) -> Bool {
        state.withLock { state in
            guard (timeline ?? state.newestTimeline) >= state.newestTimeline else { return false }
            state.newestTimeline = timeline ?? state.newestTimeline
            state.place = place
            return true
        }
    }

    /// The server at `place` did not answer in its time: the next attempt begins with another.
    func doubt(_ place: Int) {
        state.withLock { state in
            if state.place == place, count > 0 { state.place = (place + 1) % count }
        }
    }
}
