public import ChaveBase

/// What happened, before the storage links it to the chain's last entry.
public struct ActivationAuditFact: Hashable, Sendable {
    public var chain: ActivationAuditChain
    public var at: Timestamp
    /// Who did it: `holder/<user>` by `client/<client>`, `link` or `server`.
    public var actor: String
    public var action: Action
    /// `ok`, a state's name, or the code of a refusal.
    public var outcome: String
    /// Of one's own alone.
    public var activation: String?
    /// Over the activation as it was stored by the same commit.
    public var content: Digest?

    /// The raw values are stored.
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
