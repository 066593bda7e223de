import Synchronization

/// Knows which server of the connection string a pool tries first, and which server was promoted last.
///
/// A promoted standby begins a timeline with a higher number. The old server may still accept connections and writes;
/// their commits wait for the standby that it has lost. Its data is old.
final class FirstServer: Sendable {
    private struct State {
        var newestTimeline: Int64 = 0
        var place = 0
    }
    private let state = Mutex(State())
    private let count: Int

    init(count: Int) { self.count = count }

    /// Reads the timeline that a server writes; a pool sends it only when it has several servers.
    static let question = PostgresStatement(
        "SELECT ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint"
    )

    var hasChoice: Bool { count > 1 }

    /// The places of all servers, in the current order of attempts.
    var order: [Int] {
        let first = state.withLock(\.place)
        return (0..<count).map { (first + $0) % count }
    }

    /// Whether no connection has seen a promotion since `timeline` began.
    ///
    /// `nil` means a database that has no timelines.
    func isCurrent(_ timeline: Int64?) -> Bool {
        guard let timeline else { return true }
        return state.withLock { timeline >= $0.newestTimeline }
    }

    /// Records a server that accepts connections and writes.
    ///
    /// - Returns: whether it is the first server.
    func admit(_ timeline: Int64?, at place: Int) -> Bool {
        state.withLock { state in
            guard (timeline ?? state.newestTimeline) >= state.newestTimeline else { return false }
            state.newestTimeline = timeline ?? state.newestTimeline
            state.place = place
            return true
        }
    }

    /// Records that the server at `place` missed its deadline: the next attempt begins with another server.
    func doubt(_ place: Int) {
        state.withLock { state in
            if state.place == place, count > 0 { state.place = (place + 1) % count }
        }
    }
}
