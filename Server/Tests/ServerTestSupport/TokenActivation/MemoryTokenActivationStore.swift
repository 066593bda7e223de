public import ChaveBase
import ChavePixModel
import Synchronization
public import TokenActivationCore

/// Activations in memory, with the whole contract of a database: versions, expectations, chains, all or nothing.
public final class MemoryTokenActivationStore: TokenActivationStore {
    private struct Closed: Error {}
    private struct State {
        var tables = MemoryActivationTables()
        var isClosed = false
    }

    private let state = Mutex(State())

    public init() {}

    /// From now on each call fails, as of a database that is gone.
    public func close() { state.withLock { $0.isClosed = true } }

    /// The opposite, with everything that was there.
    public func reopen() { state.withLock { $0.isClosed = false } }

    /// All that is there, in the order of insertion.
    public var activations: [Activation] { state.withLock { $0.tables.activations } }

    /// Every audit chain that has an entry.
    public var chains: [ActivationAuditChain: [ActivationAuditEntry]] { state.withLock { $0.tables.chains } }

    /// Notices that wait to be sent.
    public var pendingNotices: [PendingNotice] { state.withLock { Array($0.tables.notices.values) } }

    /// Links that are still good, or were never removed.
    public var links: [SuspensionLink] { state.withLock { Array($0.tables.links.values) } }

    /// Everything as one text, to look for what must not be there.
    public var everything: String {
        state.withLock { state in
            var text = ""
            dump(state.tables, to: &text)
            return text
        }
    }

    public func commit(
        _ change: ActivationChange
    ) async throws(ActivationStoreFault) -> ActivationCommitOutcome {
        let outcome: Result<ActivationCommitOutcome, ActivationStoreFault> = state.withLock { state in
            guard !state.isClosed else { return .failure(ActivationStoreFault(underlying: Closed())) }
            var next = state.tables
            do {
                guard try next.apply(change) else { return .success(.conflict) }
            } catch {
                return .failure(ActivationStoreFault(underlying: error))
            }
            state.tables = next
            return .success(.committed)
        }
        return try outcome.get()
    }

    public func activation(_ id: String) async throws(ActivationStoreFault) -> Activation? {
        try open { tables in tables.activations.first { $0.id == id } }
    }

    public func standing(_ token: TokenKey) async throws(ActivationStoreFault) -> Activation? {
        try open { tables in tables.standing(token) }
    }

    public func claim(_ scope: Digest) async throws(ActivationStoreFault) -> IdempotencyClaim? {
        try open { tables in tables.claims[scope] }
    }

    public func refusals(
        ofCard card: String,
        since: Timestamp
    ) async throws(ActivationStoreFault) -> [Timestamp] {
        try open { tables in tables.refusals(ofCard: card, since: since).sorted() }
    }

    public func notice(ofActivation id: String) async throws(ActivationStoreFault) -> PendingNotice? {
        try open { tables in tables.notices[id] }
    }

    public func link(_ digest: Digest) async throws(ActivationStoreFault) -> SuspensionLink? {
        try open { tables in tables.links[digest] }
    }

    public func dueActivations(
        at time: Timestamp,
        limit: Int
    ) async throws(ActivationStoreFault) -> [Activation] {
        try open { tables in
            let due = tables.activations.compactMap { row in row.wakeAt.map { (row: row, at: $0) } }
            return due.filter { $0.at <= time }.sorted { $0.at < $1.at }.prefix(max(0, limit)).map(\.row)
        }
    }

    public func dueNotices(at time: Timestamp, limit: Int) async throws(ActivationStoreFault) -> [PendingNotice] {
        try open { tables in
            let due = tables.notices.values.filter { $0.dueAt <= time }.sorted { $0.dueAt < $1.dueAt }
            return Array(due.prefix(max(0, limit)))
        }
    }

    public func audit(
        _ chain: ActivationAuditChain,
        after last: Int64,
        limit: Int
    ) async throws(ActivationStoreFault) -> [ActivationAuditEntry] {
        try open { tables in
            Array((tables.chains[chain] ?? []).filter { $0.sequence > last }.prefix(max(0, limit)))
        }
    }

    public func removeExpired(
        _ ends: ActivationRetention,
        limit: Int
    ) async throws(ActivationStoreFault) -> Int {
        try open { tables in tables.removeExpired(ends, limit: max(0, limit)) }
    }

    private func open<Answer: Sendable>(
        _ body: (inout MemoryActivationTables) -> Answer
    ) throws(ActivationStoreFault) -> Answer {
        let answer = state.withLock { state in state.isClosed ? nil : body(&state.tables) }
        guard let answer else { throw ActivationStoreFault(underlying: Closed()) }
        return answer
    }
}
