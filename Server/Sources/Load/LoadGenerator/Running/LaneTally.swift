import Synchronization

/// A lane's counts, which others read while it goes on.
final class LaneTally: Sendable {
    private let tally: Mutex<Tally>

    init(span: LoadSpan) { tally = Mutex(Tally(span: span)) }

    var current: Tally { tally.withLock { $0 } }
    var all: Tally.All { tally.withLock { $0.all } }

    func change(_ body: (inout Tally) -> Void) { tally.withLock { body(&$0) } }
}
