import ChaveBase
import PaymentsModel
import Synchronization

/// The number of payment and enrollment runs under way now, and the number of them that wait for a bank's response.
public final class RunsUnderWay: Sendable {
    private let working = Atomic<Int>(0)
    private let calling = Atomic<Int>(0)

    public init() {}

    /// The runs that may write soon.
    public var here: Int { working.load(ordering: .relaxed) - calling.load(ordering: .relaxed) }
    /// The runs that wait for a bank.
    public var atBanks: Int { calling.load(ordering: .relaxed) }

    func began() { working.wrappingAdd(1, ordering: .relaxed) }
    func ended() { working.wrappingSubtract(1, ordering: .relaxed) }

    func call<Answer>(_ body: () async throws -> Answer) async rethrows -> Answer {
        calling.wrappingAdd(1, ordering: .relaxed)
        defer { calling.wrappingSubtract(1, ordering: .relaxed) }
        return try await body()
    }
}

/// The runs of this process, at most one for each object.
final class Runners: Sendable {
    private enum Run {
        case once
        /// Another start was requested during the run: its data may be old.
        case again
    }
    private let running = Mutex<[ObjectReference: Run]>([:])
    private let underWay: RunsUnderWay

    init(counting underWay: RunsUnderWay) { self.underWay = underWay }

    /// Starts `work` unless a run for the object is active; then the work runs once more after that run.
    ///
    /// The parameter of `work` tells whether this is the first time.
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

    /// How many objects have a run now.
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
