public import ChaveBase

extension ActivationState {
    /// The whole life of an activation.
    ///
    /// The function is pure: no clock, no I/O. The token's state tells what the network did; nothing is guessed. Each
    /// run asks the network again at most once, with the same operation, and only after it read an inactive token.
    /// While another try is possible, no caller hears that nothing was done: the next run carries out a recorded yes.
    public func receiving(
        _ event: ActivationEvent,
        at now: Timestamp,
        _ deadlines: ActivationDeadlines
    ) throws(UnexpectedActivationEvent) -> (next: ActivationState, step: ActivationStep) {
        switch (self, event) {
        // The network has refused a second order: a run that takes over reads the token and orders no more.
        case (.activating(.lastLook), .resumed): return (self, .readToken)
        case (.activating, .resumed): return (.activating(.unsure), .readToken)
        case (.activating(.asking), _): return try asked(event)
        case (.activating(.askingAgain), _): return try askedAgain(event)
        case (.activating(let phase), _): return try looked(event, phase, at: now, deadlines)
        case (.declined(isNetworkTold: false), _): return try telling(event, at: now, deadlines)
        case (.active, .resumed), (.declined, .resumed), (.refused, .resumed), (.failed, .resumed):
            return (self, .rest)  // Two may find the same work; the second has none.
        case (.active, _), (.declined, _), (.refused, _), (.failed, _):
            throw UnexpectedActivationEvent(state: self, event: event)
        }
    }

    /// The answer to the first order.
    private func asked(
        _ event: ActivationEvent
    ) throws(UnexpectedActivationEvent) -> (next: ActivationState, step: ActivationStep) {
        switch event {
        case .answered(let state): return settled(state) ?? (.activating(.unsure), .wait(.outcomeUnknown))
        case .networkRefused: return (.refused(.refusedByNetwork), .rest)
        case .networkAway: return (.activating(.asking), .wait(.outcomeUnknown))
        case .outcomeUnknown: return (.activating(.unsure), .readToken)
        case .resumed, .tokenRead, .tokenGone, .tokenUnreadable:
            throw UnexpectedActivationEvent(state: self, event: event)
        }
    }

    /// The answer to the second order; the first order may have arrived after all.
    private func askedAgain(
        _ event: ActivationEvent
    ) throws(UnexpectedActivationEvent) -> (next: ActivationState, step: ActivationStep) {
        switch event {
        case .answered(let state): return settled(state) ?? (.activating(.unsure), .wait(.outcomeUnknown))
        case .networkRefused: return (.activating(.lastLook), .readToken)
        case .networkAway: return (.activating(.unsure), .wait(.outcomeUnknown))
        case .outcomeUnknown: return (.activating(.readingAgain), .readToken)
        case .resumed, .tokenRead, .tokenGone, .tokenUnreadable:
            throw UnexpectedActivationEvent(state: self, event: event)
        }
    }

    /// The token's state at the network, whatever the order's answer was.
    private func looked(
        _ event: ActivationEvent,
        _ phase: Phase,
        at now: Timestamp,
        _ deadlines: ActivationDeadlines
    ) throws(UnexpectedActivationEvent) -> (next: ActivationState, step: ActivationStep) {
        switch event {
        case .tokenRead(let state):
            if let settled = settled(state) { return settled }
            return inactive(phase, at: now, deadlines)
        case .tokenGone: return (.refused(.tokenNotFound), .rest)
        case .tokenUnreadable:
            if deadlines.settlesUntil <= now { return (.failed(.outcomeUnknown), .rest) }
            return (.activating(phase == .lastLook ? .lastLook : .unsure), .wait(.outcomeUnknown))
        case .resumed, .answered, .networkRefused, .networkAway, .outcomeUnknown:
            throw UnexpectedActivationEvent(state: self, event: event)
        }
    }

    /// The token is inactive, which is an end only when no unanswered order can still be carried out.
    private func inactive(
        _ phase: Phase,
        at now: Timestamp,
        _ deadlines: ActivationDeadlines
    ) -> (next: ActivationState, step: ActivationStep) {
        if deadlines.haveOrdersLanded(at: now) {
            return (phase == .lastLook ? .refused(.refusedByNetwork) : .failed(.stepUpExpired), .rest)
        }
        if phase == .lastLook { return (self, .wait(.outcomeUnknown)) }
        // After the network's wait, a new order would have no receiver.
        if phase == .readingAgain || deadlines.isStepUpOver(at: now) {
            return (.activating(.unsure), .wait(.outcomeUnknown))
        }
        return (.activating(.askingAgain), .askNetwork)
    }

    /// The holder's no is final; the network hears of it as long as it waits.
    private func telling(
        _ event: ActivationEvent,
        at now: Timestamp,
        _ deadlines: ActivationDeadlines
    ) throws(UnexpectedActivationEvent) -> (next: ActivationState, step: ActivationStep) {
        switch event {
        case .resumed: return (self, deadlines.isStepUpOver(at: now) ? .rest : .tellNetwork)
        case .answered: return (.declined(isNetworkTold: true), .rest)
        case .networkRefused: return (self, .rest)
        case .networkAway: return (self, .wait(.networkUnavailable))
        case .outcomeUnknown: return (self, .wait(.outcomeUnknown))
        case .tokenRead, .tokenGone, .tokenUnreadable:
            throw UnexpectedActivationEvent(state: self, event: event)
        }
    }

    /// The end that a token's state means; `nil` for a token that is not active yet.
    private func settled(_ state: TokenState) -> (next: ActivationState, step: ActivationStep)? {
        switch state {
        case .inactive: nil
        case .active: (.active, .notifyHolder)
        case .suspended: (.refused(.tokenSuspended), .rest)
        case .deactivated: (.refused(.tokenDeactivated), .rest)
        }
    }
}
