import ChaveBase

extension TokenActivations {
    /// Carries out the holder's yes: activates the token at its network once, however often the call is repeated.
    ///
    /// The same key gets the same answer. Another key gets it too when the token is active already. When the network's
    /// response is lost, the server reads the token and does not guess. A retry with a known key needs no new sign-in:
    /// the holder was present at its first use.
    ///
    /// - Throws: ``ActivationRefusal``; ``ActivationFault`` when our own side failed.
    public func activate(
        _ payload: ActivationPayload,
        key: IdempotencyKey,
        by session: HolderSession
    ) async throws -> ActivationView {
        let attempt = Attempt(.activate, by: session)
        return try await answering(attempt) {
            // The key is read once: its result decides whether presence is needed, and which answer is given.
            let known = try await activation(repeatedWith: key, by: session)
            let request = try checked(payload, by: session, needsPresence: known == nil)
            let keyed = KeyedAttempt(attempt: attempt, key: key, session: session, request: request)
            if let known { return try await answer(known, to: keyed) }
            if let known = try await activation(under: keyed) { return try await answer(known, to: keyed) }
            return try await doubting(request, session) { try await activateAnew(keyed) }
        }
    }

    private func activateAnew(_ keyed: KeyedAttempt) async throws -> ActivationView {
        let own = try await ownCard(keyed.request, keyed.session)
        let (since, refusals) = try await refusals(of: own.card)
        let found: CheckedToken
        let sight: TokenSight
        var seen = own.sight?.token
        do {
            try check(own.card, refusals)
            sight = try await self.sight(of: keyed.request, on: own)
            seen = sight.token
            found = try tokenCheck(keyed.request, own.card, sight).run()
        } catch let refusal as ActivationRefusal {
            // This check comes before anything is stored, so that the key stays free while a yes is in progress.
            if let doubt = try await doubt(refusal, keyed.request, keyed.session) {
                throw Setback.refused(doubt, ownCard: own.card.panReferenceID)
            }
            throw try await kept(refusal, keyed, own, seen: seen)
        }
        let expectations: [ActivationChange.Write] = [
            .requireStanding(
                sight.standing.map { ActivationVersion($0) },
                of: TokenKey(network: own.card.network, id: keyed.request.tokenReferenceID)
            ),
            .requireRefusals(refusals.count, ofCard: own.card.panReferenceID, since: since),
        ]
        if let standing = sight.standing, standing.holder == keyed.session.holder || standing.state.isActivating {
            if let view = try await joined(standing, found, keyed, expectations) { return view }
        }
        if found.token.state == .active {
            return try await recordActive(found, keyed, own, expectations, after: sight.standing)
        }
        return try await begin(found, keyed, own, expectations)
    }

    /// The answer of the token's existing activation; `nil` when a new one is due.
    private func joined(
        _ standing: Activation,
        _ found: CheckedToken,
        _ keyed: KeyedAttempt,
        _ expectations: [ActivationChange.Write]
    ) async throws -> ActivationView? {
        let claim = keyed.claim(standing.id, at: world.deadlineNow(), policy)
        switch standing.state {
        case .activating:
            return try await resume(standing, keyed.attempt, with: expectations + [claim])
        case .active where found.token.state == .active:
            var change = ActivationChange()
            change.writes = expectations + [claim]
            let outcome = standing.state.name.rawValue
            change.audit = [
                keyed.attempt.fact(.card(standing.card), outcome, of: standing, at: world.now())
            ]
            try await commit(change)
            return standing.view
        case .active, .declined, .failed, .refused: return nil
        }
    }

    /// Records an activation for a token that became active elsewhere, so that the holder can read and suspend it.
    ///
    /// When an earlier activation of ours had failed, it did succeed after all, and the holder gets a notice.
    private func recordActive(
        _ found: CheckedToken,
        _ keyed: KeyedAttempt,
        _ own: OwnCard,
        _ expectations: [ActivationChange.Write],
        after standing: Activation?
    ) async throws -> ActivationView {
        let activation = newActivation(.active, keyed, own, found.token)
        var change = ActivationChange()
        let claim = keyed.claim(activation.id, at: world.deadlineNow(), policy)
        change.writes = expectations + [.insert(activation), claim]
        let isOurs = standing?.state.name == .failed
        if isOurs { change.writes.append(.insertNotice(newNotice(of: activation))) }
        let outcome = activation.state.name.rawValue
        change.audit = [keyed.attempt.fact(.card(activation.card), outcome, of: activation, at: world.now())]
        try await commit(change)
        if isOurs { await sendNotice(ofActivation: activation.id) }
        return activation.view
    }

    /// Stores the coming call to the network, and then sends it.
    private func begin(
        _ found: CheckedToken,
        _ keyed: KeyedAttempt,
        _ own: OwnCard,
        _ expectations: [ActivationChange.Write]
    ) async throws -> ActivationView {
        var activation = newActivation(.activating(.asking), keyed, own, found.token)
        activation.heldUntil = world.deadlineNow().adding(seconds: policy.leaseSeconds)
        activation.wakeAt = activation.heldUntil
        var change = ActivationChange()
        let claim = keyed.claim(activation.id, at: world.deadlineNow(), policy)
        change.writes = expectations + [.insert(activation), claim]
        let outcome = activation.state.name.rawValue
        change.audit = [keyed.attempt.fact(.card(activation.card), outcome, of: activation, at: world.now())]
        try await commit(change)
        return try await settled(activation, keyed.attempt, from: nil)
    }
}
