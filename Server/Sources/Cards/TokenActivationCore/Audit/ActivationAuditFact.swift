public import ChaveBase

/// An event for the audit, before the storage links it to the chain's last entry.
public struct ActivationAuditFact: Hashable, Sendable {
    public var chain: ActivationAuditChain
    public var at: Timestamp
    /// The actor: `holder/<user> client/<client>`, `link` or `server`.
    public var actor: String
    public var action: Action
    /// The outcome: `ok`, `asked`, `resumed`, `given_up`, a state's name, or a refusal's code.
    public var outcome: String
    /// The activation's id, only for an activation of the caller's own.
    public var activation: String?
    /// The digest of the activation as the same commit stores it.
    public var content: Digest?

    /// The action of a fact; the raw values are stored.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        case preview, activate, decline, suspend, settle, tell, notify
    }

    public init(
        chain: ActivationAuditChain,
        at: Timestamp,
        actor: String,
        action: Action,
        outcome: String,
        activation: String?,
        content: Digest?
    ) {
        self.chain = chain
        self.at = at
        self.actor = actor
        self.action = action
        self.outcome = outcome
        self.activation = activation
        self.content = content
    }
}
