import ChaveBase
public import PaymentsModel
import Synchronization
public import Webhooks

/// The Payments API's storage in memory, with the whole contract of the real one and faults on demand.
public final class MemoryPaymentsStore: PaymentsStore {
    /// How a commit fails.
    public enum Failure: Hashable, Sendable {
        /// Nothing was stored, and the store says so.
        case beforeStoring
        /// Everything was stored and the answer was lost.
        case afterStoring
    }

    /// What a failure on demand carries.
    public struct OrderedFailure: Error, Hashable, Sendable {
        public var failure: Failure
    }

    fileprivate struct State {
        var tables = MemoryTables()
        var commits = 0
        var failures: [Int: Failure] = [:]
        var observer: (@Sendable (Change) -> Void)?
    }

    private let state = Mutex(State())
    public let bell = DeliveryBell()

    public init() {}

    /// How many commits were tried.
    public var commitCount: Int { state.withLock(\.commits) }

    /// Makes the `number`th commit from now on fail; 1 is the next one.
    public func failCommit(_ number: Int, _ failure: Failure) {
        state.withLock { $0.failures[$0.commits + number] = failure }
    }

    /// Tells of each change that was stored, after it was and before its caller hears.
    public func onCommit(_ observer: @escaping @Sendable (Change) -> Void) {
        state.withLock { $0.observer = observer }
    }

    public func commit(_ change: Change) async throws(CommitFailure) {
        guard !change.isEmpty else { return }
        let (result, observer) = state.withLock { state in (state.commit(change), state.observer) }
        if result.isStored {
            observer?(change)
            if !change.events.isEmpty { bell.ring() }
        }
        if let failure = result.failure { throw failure }
    }

    func read<Value>(_ body: (MemoryTables) -> Value) -> Value {
        let tables = state.withLock { $0.tables }
        return body(tables)
    }

    /// Applies `work`, and the key of its request when it found anything to do; both or nothing.
    func store(
        _ keeping: Change.IdempotencyWrite?,
        with work: (inout MemoryTables) -> Int
    ) throws(CommitFailure) -> Int {
        let result: Result<Int, CommitFailure> = state.withLock { state in
            var next = state.tables
            var change = Change()
            let count = work(&next)
            if count > 0 { change.idempotency = keeping }
            do throws(CommitFailure) {
                try next.apply(change)
            } catch {
                return .failure(error)
            }
            state.tables = next
            return .success(count)
        }
        return try result.get()
    }

    func maintain<Value: Sendable>(_ body: @Sendable (inout MemoryTables) -> Value) -> Value {
        state.withLock { body(&$0.tables) }
    }
}

extension MemoryPaymentsStore.State {
    fileprivate mutating func commit(_ change: Change) -> (isStored: Bool, failure: CommitFailure?) {
        commits += 1
        let ordered = failures.removeValue(forKey: commits)
        if ordered == .beforeStoring { return (false, .ordered(.beforeStoring)) }
        var next = tables
        do {
            try next.apply(change)
        } catch {
            return (false, error)
        }
        tables = next
        return (true, ordered.map { .ordered($0) })
    }
}

extension CommitFailure {
    fileprivate static func ordered(_ failure: MemoryPaymentsStore.Failure) -> CommitFailure {
        .fault(
            StorageFault(
                underlying: MemoryPaymentsStore.OrderedFailure(failure: failure),
                isOutcomeUnknown: failure == .afterStoring
            )
        )
    }
}

extension Change {
    fileprivate var isEmpty: Bool { writes.isEmpty && events.isEmpty && audit.isEmpty && idempotency == nil }
}
