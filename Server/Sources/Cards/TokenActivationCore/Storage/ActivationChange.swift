public import ChaveBase

/// All writes of one decision: stored together or not at all.
public struct ActivationChange: Sendable {
    /// The writes in their order: the rows of an activation come after the activation itself.
    public var writes: [Write] = []
    /// The audit's facts; the storage links them to their chains after the writes.
    public var audit: [ActivationAuditFact] = []

    public init() {}

    /// One write; a write whose condition does not hold ends the commit with a conflict.
    public enum Write: Hashable, Sendable {
        /// Inserts an activation; its id must be new.
        case insert(Activation)
        /// Replaces an activation whose stored version is `expected`; `version` becomes one more.
        case replace(Activation, expected: Int64)
        /// Writes nothing: requires that the token's standing activation is this one, or that there is none.
        case requireStanding(ActivationVersion?, of: TokenKey)
        /// Stores a claim; the key must be free, or expired when this claim is made.
        case claim(IdempotencyClaim)
        /// Counts a refusal, unless the activation's refusal is counted already.
        case refuse(CardRefusal)
        /// Writes nothing: requires that the card has exactly this number of refusals after `since`.
        case requireRefusals(Int, ofCard: String, since: Timestamp)
        /// Inserts a notice; the activation must have none.
        case insertNotice(PendingNotice)
        case replaceNotice(PendingNotice, expected: Int64)
        case removeNotice(activation: String, expected: Int64)
        case insertLink(SuspensionLink)
        /// Removes all links of the activation, if there are any.
        case removeLinks(ofActivation: String)
    }
}

/// The id and the version of an activation that was read.
public struct ActivationVersion: Hashable, Sendable {
    public let id: String
    public let version: Int64

    public init(id: String, version: Int64) {
        self.id = id
        self.version = version
    }

    public init(_ activation: Activation) { self.init(id: activation.id, version: activation.version) }
}

public enum ActivationCommitOutcome: Hashable, Sendable {
    case committed
    /// Stored data changed since it was read: read again and decide anew.
    ///
    /// Nothing was stored.
    case conflict
}
