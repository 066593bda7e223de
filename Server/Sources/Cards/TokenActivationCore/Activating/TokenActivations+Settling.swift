import ChaveBase

extension TokenActivations {
    /// Asks the network, or reads what it did, until the activation ends or has to wait, and returns the outcome.
    ///
    /// `event` is the first event; `nil` when the network is yet to be asked.
    func settled(
        _ activation: Activation,
        _ attempt: Attempt,
        from event: ActivationEvent?
    ) async throws -> ActivationView {
        let (end, step) = try await settle(activation, attempt, from: event)
        switch (end.state, step) {
        case (_, .wait(let code)):
            throw Setback.recorded(ActivationRefusal(code, retryAfterSeconds: 5, activationID: end.id))
        case (.refused(let reason), _), (.failed(let reason), _):
            throw Setback.recorded(ActivationRefusal(reason, activationID: end.id))
        case (.active, _), (.activating, _), (.declined, _): return end.view
        }
    }

    /// Does the same when no caller waits for the outcome.
    ///
    /// - Throws: ``Setback/moved`` when another caller took the activation over meanwhile; then that caller's commit
    ///   counts.
    func settle(
        _ start: Activation,
        _ attempt: Attempt,
        from first: ActivationEvent?
    ) async throws -> (end: Activation, step: ActivationStep) {
        var activation = start
        var step = ActivationStep.askNetwork
        if let first { step = try move(&activation, first) }
        while let event = await event(of: step, activation) { step = try move(&activation, event) }
        try await storeEnd(&activation, step, attempt)
        if step == .notifyHolder { await sendNotice(ofActivation: activation.id) }
        return (activation, step)
    }

    private func move(_ activation: inout Activation, _ event: ActivationEvent) throws -> ActivationStep {
        let deadlines = activation.deadlines(policy)
        let (next, step) = try activation.state.receiving(event, at: world.deadlineNow(), deadlines)
        activation.state = next
        switch event {
        case .answered(let state), .tokenRead(let state): activation.tokenState = state
        case .resumed, .networkRefused, .networkAway, .outcomeUnknown, .tokenGone, .tokenUnreadable: break
        }
        return step
    }

    /// Performs the step, and returns its event; `nil` when the network has nothing to do.
    private func event(of step: ActivationStep, _ activation: Activation) async -> ActivationEvent? {
        let network = networks[activation.token.network]
        let order = activation.order(activation.id)
        switch step {
        case .askNetwork:
            guard let network else { return .networkAway }
            return await heard { () async throws(TokenServiceFault) in try await network.approve(order) }
        case .tellNetwork:
            guard let network else { return .networkAway }
            return await heard { () async throws(TokenServiceFault) in try await network.decline(order) }
        case .readToken:
            guard let network else { return .tokenUnreadable }
            do {
                return try await network.token(order.token).map { .tokenRead($0.state) } ?? .tokenGone
            } catch {
                return .tokenUnreadable
            }
        case .notifyHolder, .wait, .rest: return nil
        }
    }

    private func heard(_ ask: () async throws(TokenServiceFault) -> TokenState) async -> ActivationEvent {
        do {
            return .answered(try await ask())
        } catch {
            switch error {
            case .refused: return .networkRefused
            case .unavailable: return .networkAway
            case .unknownOutcome, .unreadableAnswer: return .outcomeUnknown
            }
        }
    }

    /// Stores the state, the notice, the refusal that counts and the audit in one commit.
    private func storeEnd(
        _ activation: inout Activation,
        _ step: ActivationStep,
        _ attempt: Attempt
    ) async throws {
        let expected = activation.version
        var outcome = activation.state.reason?.rawValue ?? activation.state.name.rawValue
        activation.heldUntil = nil
        activation.wakeAt = nil
        if case .wait(let code) = step {
            activation.wakeAt = world.deadlineNow().adding(seconds: policy.sweepSeconds)
            outcome = code.rawValue
        }
        activation.updatedAt = world.now()
        var change = ActivationChange()
        change.writes = [.replace(activation, expected: expected)]
        if step == .notifyHolder { change.writes.append(.insertNotice(newNotice(of: activation))) }
        // A suspension meanwhile comes from a person who protects the card, so it counts as no refusal.
        if activation.state.name == .refused, activation.state.reason != .tokenSuspended {
            change.writes.append(counted(activation))
        }
        activation.version += 1
        change.audit = [attempt.fact(.card(activation.card), outcome, of: activation, at: world.now())]
        try await commit(change)
    }
}
