public import ChaveBase

/// All that one decision writes: stored together or not at all.
public struct ActivationChange: Sendable {
    /// In this order: what belongs to an activation comes after the activation itself.
    public var writes: [Write] = []
    /// Linked to their chains by the storage, after the writes.
    public var audit: [ActivationAuditFact] = []

    public init() {}

    /// One step; each that does not find what it expects ends the commit with a conflict.
    public enum Write: Hashable, Sendable {
        /// There must be none with this id.
        case insert(Activation)
        /// The stored one must be of version `expected`; `version` becomes one more.
        case replace(Activation, expected: Int64)
        /// Writes nothing: the token's standing activation must be this one, or none.
        case requireStanding(ActivationVersion?, of: TokenKey)
        /// The key must be free, or its time over when this claim is made.
        case claim(IdempotencyClaim)
        /// Does nothing where the activation's refusal is counted already.
        case refuse(CardRefusal)
        /// Writes nothing: the card must have exactly so many refusals after `since`.
        case requireRefusals(Int, ofCard: String, since: Timestamp)
        /// There must be none for this activation.
        case insertNotice(PendingNotice)
        case replaceNotice(PendingNotice, expected: Int64)
        case removeNotice(activation: String, expected: Int64)
        case insertLink(SuspensionLink)
        /// All links of the activation are used up; there may be none.
        case removeLinks(ofActivation: String)
    }
}

/// Which activation was read, and as of when.
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
    /// Something moved since it was read: read again and decide anew.
    ///
    /// Nothing was stored.
    case conflict
}
