import ChaveBase

/// An attempt for the audit: its actor and its action.
struct Attempt {
    let action: ActivationAuditFact.Action
    /// The caller's session; `nil` for an attempt by a link or by the server itself.
    let session: HolderSession?
    let isByLink: Bool

    init(_ action: ActivationAuditFact.Action, by session: HolderSession) {
        self.action = action
        self.session = session
        isByLink = false
    }

    init(byLink action: ActivationAuditFact.Action) {
        self.action = action
        session = nil
        isByLink = true
    }

    init(byServer action: ActivationAuditFact.Action) {
        self.action = action
        session = nil
        isByLink = false
    }

    /// The actor's name in the audit, made of ids alone.
    var actor: String {
        guard let session else { return isByLink ? "link" : "server" }
        return "holder/\(session.holder.user) client/\(session.client)"
    }

    func fact(
        _ chain: ActivationAuditChain,
        _ outcome: String,
        of activation: Activation?,
        at now: Timestamp
    ) -> ActivationAuditFact {
        ActivationAuditFact(
            chain: chain,
            at: now,
            actor: actor,
            action: action,
            outcome: outcome,
            activation: activation?.id,
            content: activation?.contentDigest
        )
    }
}
