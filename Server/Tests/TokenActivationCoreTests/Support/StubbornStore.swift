import ChaveBase
import StoreTestSupport
import TokenActivationCore

/// A store that cannot change one of its activations, as of a row that is damaged.
struct StubbornStore: TokenActivationStore {
    private struct Damaged: Error {}
    let store: WorldActivationStore
    let damaged: String

    func commit(_ change: ActivationChange) async throws(ActivationStoreFault) -> ActivationCommitOutcome {
        let isDamaged = change.writes.contains { write in
            if case .replace(let activation, _) = write { activation.id == damaged } else { false }
        }
        guard !isDamaged else { throw ActivationStoreFault(underlying: Damaged()) }
        return try await store.commit(change)
    }

    func activation(_ id: String) async throws(ActivationStoreFault) -> Activation? { try await store.activation(id) }

    func standing(_ token: TokenKey) async throws(ActivationStoreFault) -> Activation? {
        try await store.standing(token)
    }

    func claim(_ scope: Digest) async throws(ActivationStoreFault) -> IdempotencyClaim? {
        try await store.claim(scope)
    }

    func refusals(ofCard card: String, since: Timestamp) async throws(ActivationStoreFault) -> [Timestamp] {
        try await store.refusals(ofCard: card, since: since)
    }

    func notice(ofActivation id: String) async throws(ActivationStoreFault) -> PendingNotice? {
        try await store.notice(ofActivation: id)
    }

    func link(_ digest: Digest) async throws(ActivationStoreFault) -> SuspensionLink? {
        try await store.link(digest)
    }

    func dueActivations(at time: Timestamp, limit: Int) async throws(ActivationStoreFault) -> [Activation] {
        try await store.dueActivations(at: time, limit: limit)
    }

    func dueNotices(at time: Timestamp, limit: Int) async throws(ActivationStoreFault) -> [PendingNotice] {
        try await store.dueNotices(at: time, limit: limit)
    }

    func audit(
        _ chain: ActivationAuditChain,
        after last: Int64,
        limit: Int
    ) async throws(ActivationStoreFault) -> [ActivationAuditEntry] {
        try await store.audit(chain, after: last, limit: limit)
    }

    func removeExpired(_ ends: ActivationRetention, limit: Int) async throws(ActivationStoreFault) -> Int {
        try await store.removeExpired(ends, limit: limit)
    }
}
