import ChaveBase
import Synchronization

/// How many runs of payments and enrollments are under way now, and how many of them wait for a bank's answer.
public final class RunsUnderWay: Sendable {
    private let working = Atomic<Int>(0)
    private let calling = Atomic<Int>(0)

    public init() {}

    /// Those that may write soon.
    public var here: Int { working.load(ordering: .relaxed) - calling.load(ordering: .relaxed) }
    /// Those whose bank is at work.
    public var atBanks: Int { calling.load(ordering: .relaxed) }

    func began() { working.wrappingAdd(1, ordering: .relaxed) }
    func ended() { working.wrappingSubtract(1, ordering: .relaxed) }

    func call<Answer>(_ body: () async throws -> Answer) async rethrows -> Answer {
        calling.wrappingAdd(1, ordering: .relaxed)
        defer { calling.wrappingSubtract(1, ordering: .relaxed) }
        return try await body()
    }
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
        // An erasure sleeps for most of its time.
        let isCounted = object.kind != .customer
        if isCounted { underWay.began() }
        Task {
            await work(true)
            while self.continues(object) { await work(false) }
            if isCounted { self.underWay.ended() }
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
