import ChaveBase

extension TokenActivations {
    /// The activation of the same request with the same key, person and client; `nil` when there is none.
    ///
    /// The existing activation proves that the person was present then: without presence no activation has a key.
    func activation(repeatedWith key: IdempotencyKey, by session: HolderSession) async throws -> Activation? {
        guard policy.clients.contains(session.client) else { return nil }
        let claim = try await store.claim(key.scope(of: session))
        guard let claim, world.deadlineNow() < claim.expiresAt, claim.fingerprint == key.fingerprint else { return nil }
        return try await store.activation(claim.activation)
    }

    /// The activation that a key is bound to; `nil` for an unused or expired key.
    func activation(under keyed: KeyedAttempt) async throws -> Activation? {
        let claim = try await store.claim(keyed.key.scope(of: keyed.session))
        guard let claim, world.deadlineNow() < claim.expiresAt else { return nil }
        guard claim.fingerprint == keyed.key.fingerprint else { throw ActivationRefusal(.idempotencyKeyReused) }
        return try await store.activation(claim.activation)
    }

    /// The answer of an existing activation: its end, or the outcome of resuming it.
    func answer(_ activation: Activation, to keyed: KeyedAttempt) async throws -> ActivationView {
        let chain = ActivationAuditChain.card(activation.card)
        switch activation.state {
        case .activating:
            guard !activation.isHeld(at: world.deadlineNow(), policy) else {
                throw Setback.refused(
                    ActivationRefusal(
                        .activationInProgress,
                        retryAfterSeconds: 1,
                        activationID: activation.id
                    ),
                    ownCard: activation.card
                )
            }
            return try await resume(activation, keyed.attempt, with: [])
        case .active, .declined:
            let outcome = activation.state.name.rawValue
            try await note(keyed.attempt.fact(chain, outcome, of: activation, at: world.now()))
            return activation.view
        case .refused(let reason), .failed(let reason):
            throw Setback.refused(ActivationRefusal(reason, activationID: activation.id), ownCard: activation.card)
        }
    }

    /// Takes over the lease of an activation, and brings it to its end.
    func resume(
        _ activation: Activation,
        _ attempt: Attempt,
        with writes: [ActivationChange.Write]
    ) async throws -> ActivationView {
        let taken = try await takeOver(activation, attempt, with: writes)
        return try await settled(taken, attempt, from: .resumed)
    }

    /// Takes the lease of an activation: the former holder of the lease can store nothing more of it.
    func takeOver(
        _ activation: Activation,
        _ attempt: Attempt,
        with writes: [ActivationChange.Write]
    ) async throws -> Activation {
        let now = world.deadlineNow()
        var next = activation
        next.heldUntil = now.adding(seconds: policy.leaseSeconds)
        next.wakeAt = next.heldUntil
        next.updatedAt = world.now()
        var change = ActivationChange()
        change.writes = writes + [.replace(next, expected: activation.version)]
        next.version += 1
        change.audit = [attempt.fact(.card(next.card), "resumed", of: next, at: world.now())]
        try await commit(change)
        return next
    }
}
