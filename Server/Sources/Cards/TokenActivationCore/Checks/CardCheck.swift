import ChaveBase

/// The check of the caller's card in its present state.
struct CardCheck {
    let card: IssuedCard
    /// The refusals that can still count, the earliest first.
    let refusals: [Timestamp]
    let policy: ActivationPolicy
    let now: Timestamp

    func run() throws(ActivationRefusal) {
        try requireNotBlocked()
        try requireUnlocked()
    }

    private func requireNotBlocked() throws(ActivationRefusal) {
        guard !card.isBlocked else { throw ActivationRefusal(.cardBlocked) }
    }

    private func requireUnlocked() throws(ActivationRefusal) {
        guard let end = CardLock(policy: policy).end(refusals, at: now) else { return }
        throw ActivationRefusal(.activationsLocked, until: end)
    }
}
