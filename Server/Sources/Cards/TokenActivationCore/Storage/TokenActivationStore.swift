public import ChaveBase

/// The storage of activations.
///
/// Every back end follows one contract: `ActivationStoreConformance`. A read sees everything that was committed before
/// it began; texts are compared by their bytes.
public protocol TokenActivationStore: Sendable {
    /// Stores the whole change or nothing; returns when it is durable.
    func commit(_ change: ActivationChange) async throws(ActivationStoreFault) -> ActivationCommitOutcome

    func activation(_ id: String) async throws(ActivationStoreFault) -> Activation?

    /// The token's last inserted activation that is not REFUSED.
    func standing(_ token: TokenKey) async throws(ActivationStoreFault) -> Activation?

    /// The claim of a scope, also an expired one until it is removed.
    func claim(_ scope: Digest) async throws(ActivationStoreFault) -> IdempotencyClaim?

    /// The times of the card's refusals after `since`, the earliest first.
    func refusals(ofCard card: String, since: Timestamp) async throws(ActivationStoreFault) -> [Timestamp]

    func notice(ofActivation id: String) async throws(ActivationStoreFault) -> PendingNotice?

    func link(_ digest: Digest) async throws(ActivationStoreFault) -> SuspensionLink?

    /// The activations whose ``Activation/wakeAt`` has come, the earliest first, at most `limit`.
    ///
    /// A row that cannot be read is left out, so that it does not block the others.
    func dueActivations(at time: Timestamp, limit: Int) async throws(ActivationStoreFault) -> [Activation]

    /// The notices whose ``PendingNotice/dueAt`` has come, the earliest first, at most `limit`.
    func dueNotices(at time: Timestamp, limit: Int) async throws(ActivationStoreFault) -> [PendingNotice]

    /// The chain's entries in their order, after the sequence number `last`, at most `limit`.
    func audit(
        _ chain: ActivationAuditChain,
        after last: Int64,
        limit: Int
    ) async throws(ActivationStoreFault) -> [ActivationAuditEntry]

    /// Removes expired rows, at most `limit` of each kind; returns how many.
    func removeExpired(_ ends: ActivationRetention, limit: Int) async throws(ActivationStoreFault) -> Int
}

/// The times that decide which rows have expired.
///
/// The audit stays.
public struct ActivationRetention: Hashable, Sendable {
    /// Keys and links that expired by then may go.
    public var now: Timestamp
    /// Refusals before this time may go.
    public var refusalsBefore: Timestamp
    /// Activations made before this time with nothing left to do may go, with their keys, notices and links.
    public var activationsBefore: Timestamp

    public init(now: Timestamp, refusalsBefore: Timestamp, activationsBefore: Timestamp) {
        self.now = now
        self.refusalsBefore = refusalsBefore
        self.activationsBefore = activationsBefore
    }
}

/// The database failed; after a failed commit it is unknown whether the change was stored.
public struct ActivationStoreFault: Error, Sendable {
    public let underlying: any Error

    public init(underlying: any Error) { self.underlying = underlying }
}
