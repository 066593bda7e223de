import ChaveBase

extension TokenActivations {
    /// Records the holder's no: the token stays inactive in this step-up, and the card has one refusal more.
    ///
    /// The no is final, even when the network hears of it later.
    public func decline(
        _ payload: ActivationPayload,
        key: IdempotencyKey,
        by session: HolderSession
    ) async throws -> ActivationView {
        let attempt = Attempt(.decline, by: session)
        return try await answering(attempt) {
            let request = try checked(payload, by: session, needsPresence: false)
            let keyed = KeyedAttempt(attempt: attempt, key: key, session: session, request: request)
            if let known = try await activation(under: keyed) { return try await answer(known, to: keyed) }
            return try await doubting(request, session) { try await declineAnew(keyed) }
        }
    }

    private func declineAnew(_ keyed: KeyedAttempt) async throws -> ActivationView {
        let own = try await ownCard(keyed.request, keyed.session)
        let sight = try await sight(of: keyed.request, on: own)
        let check = tokenCheck(keyed.request, own.card, sight)
        let token: NetworkToken
        do {
            token = try check.runForDeclining()
        } catch {
            throw Setback.refused(error, ownCard: own.card.panReferenceID)
        }
        let isKnown = check.isDeclined(token) && sight.standing?.holder == keyed.session.holder
        let known = isKnown ? sight.standing : nil
        var activation = known ?? newActivation(.declined(isNetworkTold: false), keyed, own, token)
        if known == nil {
            activation.heldUntil = world.deadlineNow().adding(seconds: policy.leaseSeconds)
            activation.wakeAt = activation.heldUntil
        }
        var change = ActivationChange()
        change.writes = [.requireStanding(sight.standing.map { ActivationVersion($0) }, of: activation.token)]
        if known == nil { change.writes += [.insert(activation), counted(activation)] }
        // The claim comes after the activation, because the key's row refers to it.
        change.writes.append(keyed.claim(activation.id, at: world.deadlineNow(), policy))
        let outcome = activation.state.name.rawValue
        change.audit = [keyed.attempt.fact(.card(activation.card), outcome, of: activation, at: world.now())]
        try await commit(change)
        guard known == nil else { return activation.view }
        return await told(activation)
    }

    /// Tells the network now if possible; the sweep retries later.
    private func told(_ activation: Activation) async -> ActivationView {
        let end = try? await settle(activation, Attempt(byServer: .tell), from: .resumed).end
        return (end ?? activation).view
    }
}
