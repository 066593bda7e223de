import Synchronization

/// How many objects are worked on now, for whoever decides by it how long to wait.
public final class RunsUnderWay: Sendable {
    private let runs = Atomic<Int>(0)

    public init() {}

    public var count: Int { runs.load(ordering: .relaxed) }

    func began() { runs.wrappingAdd(1, ordering: .relaxed) }
    func ended() { runs.wrappingSubtract(1, ordering: .relaxed) }
}

/// At most one run of work an object in this process.
final class Runners: Sendable {
    private enum Run {
        case once
        /// Asked for again while running: what it read may be old.
        case again
    }
    private let running = Mutex<[ObjectReference: Run]>([:])
    private let underWay: RunsUnderWay

    init(counting underWay: RunsUnderWay) { self.underWay = underWay }

    /// Starts `work` unless it runs already; then it runs once more when it ends.
    ///
    /// `work` is told whether it is the first time.
    func start(_ object: ObjectReference, work: @escaping @Sendable (_ isFirst: Bool) async -> Void) {
        let isFirst = running.withLock { running in
            if running[object] != nil {
                running[object] = .again
                return false
            }
            running[object] = .once
            return true
        }
        guard isFirst else { return }
        underWay.began()
        Task {
            await work(true)
            while self.continues(object) { await work(false) }
            self.underWay.ended()
        }
    }

    /// How many objects are worked on now.
    var count: Int { running.withLock { $0.count } }

    private func continues(_ object: ObjectReference) -> Bool {
        running.withLock { running in
            if running[object] == .again {
                running[object] = .once
                return true
            }
            running[object] = nil
            return false
        }
    }
}
