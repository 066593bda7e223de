public import ChaveBase

/// Where activations are kept.
///
/// One contract for every back end: `ActivationStoreConformance`. Reads see everything that was committed before they
/// began; texts are compared by their bytes.
public protocol TokenActivationStore: Sendable {
    /// All or nothing; returns when it is durable.
    func commit(_ change: ActivationChange) async throws(ActivationStoreFault) -> ActivationCommitOutcome

    func activation(_ id: String) async throws(ActivationStoreFault) -> Activation?

    /// The token's activation that was inserted last, of those that are not REFUSED.
    func standing(_ token: TokenKey) async throws(ActivationStoreFault) -> Activation?

    /// Also a claim whose time is over, until it is removed.
    func claim(_ scope: Digest) async throws(ActivationStoreFault) -> IdempotencyClaim?

    /// When refusals of the card were, after `since`, the earliest first.
    func refusals(ofCard card: String, since: Timestamp) async throws(ActivationStoreFault) -> [Timestamp]

    func notice(ofActivation id: String) async throws(ActivationStoreFault) -> PendingNotice?

    func link(_ digest: Digest) async throws(ActivationStoreFault) -> SuspensionLink?

    /// Those whose ``Activation/wakeAt`` has come, the earliest first, at most `limit`.
    ///
    /// One that cannot be read is left out, so that it holds up no other.
    func dueActivations(at time: Timestamp, limit: Int) async throws(ActivationStoreFault) -> [Activation]

    /// Those whose ``PendingNotice/dueAt`` has come, the earliest first, at most `limit`.
    func dueNotices(at time: Timestamp, limit: Int) async throws(ActivationStoreFault) -> [PendingNotice]

    /// In their order, after the sequence number `last`, at most `limit`.
    func audit(
        _ chain: ActivationAuditChain,
        after last: Int64,
        limit: Int
    ) async throws(ActivationStoreFault) -> [ActivationAuditEntry]

    /// Throws away what is over, at most `limit` rows of each kind; how many in all.
    func removeExpired(_ ends: ActivationRetention, limit: Int) async throws(ActivationStoreFault) -> Int
}

/// What is over and may go.
///
/// The audit stays.
public struct ActivationRetention: Hashable, Sendable {
    /// Keys and links whose time was up then.
    public var now: Timestamp
    /// Refusals before it.
    public var refusalsBefore: Timestamp
    /// Activations that were made before it and have nothing left to do, with their keys, notices and links.
    public var activationsBefore: Timestamp

    public init(now: Timestamp, refusalsBefore: Timestamp, activationsBefore: Timestamp) {
        self.now = now
        self.refusalsBefore = refusalsBefore
        self.activationsBefore = activationsBefore
    }
}

/// The database failed; whether the call was stored is unknown where it was a commit.
public struct ActivationStoreFault: Error, Sendable {
    public let underlying: any Error

    public init(underlying: any Error) { self.underlying = underlying }
}
